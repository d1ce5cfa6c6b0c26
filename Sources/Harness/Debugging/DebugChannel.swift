internal import Journal

/// The messages of a debug adapter: a header with the length, an empty line, and JSON.
struct DebugChannel {
    private var buffer: [UInt8] = []
    private static let end = Array("\r\n\r\n".utf8)
    private static let longest = 1 << 24

    /// Returns the next request; nil at the end of the input and for an invalid message.
    mutating func next() -> DebugRequest? {
        while true {
            if let (body, count) = Self.message(in: buffer) {
                buffer.removeFirst(count)
                guard let json = try? JSON(parsing: body), let command = json["command"]?.text else { return nil }
                return .init(sequence: json["seq"]?.integer ?? 0, command: command, arguments: json["arguments"])
            }
            guard buffer.count < Self.longest, let more = Descriptor.readAvailable(from: 0) else { return nil }
            buffer += more
        }
    }

    static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }

    private static func message(in bytes: [UInt8]) -> (body: [UInt8], count: Int)? {
        guard let head = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
        guard let match = lines.firstMatch(of: /Content-Length: *(\d+)/), let length = Int(match.output.1),
            length <= longest, bytes.count >= head.upperBound + length
        else { return nil }
        let count = head.upperBound + length
        return (Array(bytes[head.upperBound..<count]), count)
    }
}
