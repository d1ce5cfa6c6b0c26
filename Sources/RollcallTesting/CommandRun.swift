internal import Glibc

/// A program that ran to its end.
struct CommandRun {
    let status: Int32
    let output: [UInt8]
    let errors: String

    init(_ words: [String]) {
        var template = Array("/tmp/rollcall-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let errors = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if descriptor >= 0 { close(descriptor) }
        let command = words.map(Self.quoted).joined(separator: " ")
        guard let pipe = popen("exec \(command) 2>\(Self.quoted(errors))", "r") else {
            (status, output, self.errors) = (-1, [], "no process can be started")
            return
        }
        output = Self.bytes { fread(&$0, 1, $0.count, pipe) }
        status = pclose(pipe) >> 8
        defer { unlink(errors) }
        guard let file = fopen(errors, "r") else {
            self.errors = ""
            return
        }
        defer { fclose(file) }
        self.errors = String(decoding: Self.bytes { fread(&$0, 1, $0.count, file) }, as: UTF8.self)
    }

    /// Returns the bytes of a stream, which `read` copies piece by piece.
    private static func bytes(_ read: (inout [UInt8]) -> Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(&buffer), count > 0 { bytes += buffer.prefix(count) }
        return bytes
    }

    /// The text as one word of a shell.
    private static func quoted(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
