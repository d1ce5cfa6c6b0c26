internal import CProcess
internal import Glibc
internal import Reporting

/// The program beside this one that writes what needs a library as large as all the rest.
enum ReportProgram {
    private static let name = "rollcall-report"

    private static var path: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "\(FileTree.parent(of: own))/\(name)"
    }

    /// Throws when the program is not there, before anything else is done.
    static func check() throws(FileError) {
        guard access(path, X_OK) != 0 else { return }
        throw FileError(
            path: "\(path), which writes the JUnit report (`swift build --product \(name)` builds it),", doing: "run",
            number: errno)
    }

    /// The bytes of a report, made from the JSON report in a file.
    static func bytes(_ kind: ReportKind, from json: String) throws(FileError) -> [UInt8] {
        var reading = (result: Int32(-1), output: Int32(-1))
        var writing = (result: Int32(-1), output: Int32(-1))
        var process: pid_t = 0
        var number = cpr_pipe(&reading.result, &writing.result)
        if number == 0 { number = cpr_pipe(&reading.output, &writing.output) }
        cpr_words_clear()
        for word in [name, "--pipe", kind.rawValue, json] where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_spawn(path, writing.result, writing.output, &process) }
        close(writing.result)
        close(writing.output)
        defer {
            close(reading.result)
            close(reading.output)
        }
        guard number == 0 else { throw FileError(path: path, doing: "run", number: number) }
        let bytes = readAll(reading.result, besides: reading.output)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        guard status == 0, !bytes.isEmpty else { throw FileError(path: path, doing: "trusted: it failed", number: EIO) }
        return bytes
    }

    /// All that comes from one pipe, while the other one is emptied.
    private static func readAll(_ descriptor: Int32, besides other: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var polled = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&polled, 2, -1)
            _ = Descriptor.readAvailable(from: other)
            guard let part = Descriptor.readAvailable(from: descriptor) else { return bytes }
            bytes += part
        }
    }
}
