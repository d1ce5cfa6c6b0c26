import Foundation
import JUnit
import Reporting

/// Writes the JUnit report of a JSON report to descriptor 3 when `rollcall` starts it, and else to the standard output.
private enum Program {
    static let usage = """
        rollcall-report writes the JUnit XML of a report that `rollcall run --report json=FILE` wrote.

        Usage: rollcall-report junit FILE

        It is a program of its own because of the library that writes XML. `rollcall run --report junit=FILE` starts it.

        """

    static func run(_ words: [String]) -> Int32 {
        if words == ["--help"] || words == ["-h"] {
            print(usage, terminator: "")
            return 0
        }
        let isStarted = words.first == "--pipe"
        let operands = isStarted ? Array(words.dropFirst()) : words
        guard operands.count == 2, operands[0] == "junit" else {
            return complain("say `rollcall-report junit FILE`", 64)
        }
        guard let data = FileManager.default.contents(atPath: operands[1]) else {
            return complain("\(operands[1]) cannot be read", 65)
        }
        do throws(ReportError) {
            let bytes = JUnitReport.bytes(of: try JSONReport.result(from: Array(data)))
            let output = FileHandle(fileDescriptor: isStarted ? 3 : 1)
            let isWritten = (try? output.write(contentsOf: Data(bytes))) != nil
            return isWritten ? 0 : complain("the report cannot be written", 2)
        } catch {
            return complain("\(operands[1]): \(error)", 65)
        }
    }

    private static func complain(_ text: String, _ status: Int32) -> Int32 {
        FileHandle.standardError.write(Data("rollcall-report: \(text)\n".utf8))
        return status
    }
}

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
