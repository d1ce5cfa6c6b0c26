/// A message between phones and their exchange: one line of text, such as `bell1 ring 7 from=alice room=standup`.
public struct BellMessage: Equatable, Sendable {
    /// The meaning of a message.
    public enum Verb: String, Sendable {
        /// A phone tells its user to the exchange.
        case hello
        /// A call rings.
        case ring
        /// A callee takes the call.
        case answer
        /// A callee does not take the call.
        case decline
        /// The caller takes the ring back.
        case cancel
        /// A phone is in the call.
        case enter
        /// A phone is no longer in the call.
        case bye
        /// The users in the call.
        case people
        /// A message has arrived.
        case got
    }

    /// The meaning.
    public var verb: Verb
    /// The number that `got` repeats.
    public var number: Int
    /// The fields by their names.
    public var fields: [String: String]

    /// Creates a message.
    public init(_ verb: Verb, number: Int = 0, _ fields: [String: String] = [:]) {
        self.verb = verb
        self.number = number
        self.fields = fields
    }

    /// Parses a line. Returns nil for anything else.
    public init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[0] == "bell1", let verb = Verb(rawValue: String(words[1])),
            let number = Int(words[2])
        else { return nil }
        self.init(verb, number: number)
        for word in words.dropFirst(3) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            fields[String(parts[0])] = String(parts[1])
        }
    }

    /// The line, with the fields in alphabetical order.
    public var bytes: [UInt8] {
        let words = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return Array((["bell1", verb.rawValue, String(number)] + words).joined(separator: " ").utf8) + [0x0A]
    }

    /// The users of a field, which commas separate.
    public func users(_ name: String) -> [String] {
        (fields[name] ?? "").split(separator: ",").map(String.init)
    }
}
