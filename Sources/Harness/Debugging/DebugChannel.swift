internal import Journal

/// The messages of a debug adapter: a header with the length, an empty line, and JSON.
struct DebugChannel {
    private var buffer: [UInt8] = []
    /// The number of whole messages before the buffer.
    private var count = 0
    /// The number of their bytes.
    private var position = 0
    private static let end = Array("\r\n\r\n".utf8)
    private static let longest = 1 << 24
    private static let longestHeader = 1 << 12

    /// Returns the next request; nil at the end of the input.
    mutating func next() throws(DebugChannelError) -> DebugRequest? {
        while true {
            if let request = try takeRequest() { return request }
            guard let more = Descriptor.readAvailable(from: 0) else {
                guard buffer.allSatisfy({ $0 <= UInt8(ascii: " ") }) else { throw fault("the input ends inside it") }
                return nil
            }
            buffer += more
        }
    }

    static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }

    /// Takes the first request; returns nil while it is not whole.
    private mutating func takeRequest() throws(DebugChannelError) -> DebugRequest? {
        guard let gap = buffer.firstRange(of: Self.end) else {
            guard buffer.count < Self.longestHeader else { throw fault("no empty line ends its header") }
            return nil
        }
        let length = try length(in: Array(buffer[..<gap.lowerBound]))
        let size = gap.upperBound + length
        guard buffer.count >= size else { return nil }
        let request = try request(Array(buffer[gap.upperBound..<size]), at: gap.upperBound)
        buffer.removeFirst(size)
        count += 1
        position += size
        return request
    }

    private func length(in header: [UInt8]) throws(DebugChannelError) -> Int {
        guard let match = String(decoding: header, as: UTF8.self).firstMatch(of: /Content-Length: *(\d+)/) else {
            throw fault("its header has no `Content-Length` with a number")
        }
        guard let length = Int(match.output.1), length <= Self.longest else {
            throw fault("its length is \(match.output.1), and can be \(Self.longest) bytes at most")
        }
        return length
    }

    private func request(_ body: [UInt8], at offset: Int) throws(DebugChannelError) -> DebugRequest {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: body)
        } catch {
            throw fault("it is not JSON: \(error.reason)", at: offset + error.offset)
        }
        guard let command = json["command"]?.text else { throw fault("it has no `command`", at: offset) }
        return DebugRequest(sequence: json["seq"]?.integer ?? 0, command: command, arguments: json["arguments"])
    }

    private func fault(_ reason: String, at offset: Int = 0) -> DebugChannelError {
        DebugChannelError(number: count + 1, offset: position + offset, reason: reason)
    }
}

/// A message that a debug adapter cannot read.
struct DebugChannelError: Error, CustomStringConvertible {
    /// The number of the message, from 1.
    let number: Int
    /// The place in the standard input, in bytes.
    let offset: Int
    let reason: String

    var description: String { "the standard input: message \(number) at byte \(offset): \(reason)" }
}
