import Journal
import ScenarioLanguage
import Timing
import Wire

/// The members of a message, with typed access.
struct DriverFields {
    let json: JSON

    func wrong(_ text: String, at member: String? = nil) -> DriverFault {
        var fault = DriverFault(violation: .wrong, text: "wrote a message that \(text)")
        fault.member = member
        return fault
    }

    /// Returns the fault of a member that is missing or has a value of another kind.
    func lacks(_ name: String, _ what: String) -> DriverFault {
        guard let value = json[name] else { return wrong("needs `\(name)`, \(what)", at: name) }
        let shown = value.text == nil ? value.written.quoted : "the text \(value.written.quoted)"
        return wrong("has `\(name)` as \(shown); it is \(what)", at: name)
    }

    var id: Int {
        get throws(DriverFault) {
            guard let id = json["id"]?.whole else { throw lacks("id", "the number of a command or a `sync`") }
            return id
        }
    }

    func text(_ name: String) throws(DriverFault) -> String {
        guard let text = json[name]?.text else { throw lacks(name, "a text") }
        return text
    }

    func optional(_ name: String) throws(DriverFault) -> String? {
        switch json[name] {
        case nil, .null?: return nil
        case .text(let text)?: return text
        default: throw lacks(name, "a text or null")
        }
    }

    /// Returns a Boolean value; false when absent.
    func flag(_ name: String) throws(DriverFault) -> Bool {
        switch json[name] {
        case nil, .null?: return false
        case .boolean(let truth)?: return truth
        default: throw lacks(name, "true or false")
        }
    }

    /// The bytes of a datagram.
    var datagram: [UInt8] {
        get throws(DriverFault) {
            guard let bytes = [UInt8](hexadecimal: try text("bytes")) else {
                throw wrong("has `bytes`, which are not pairs of hexadecimal digits", at: "bytes")
            }
            guard bytes.count <= DriverLimits.datagram else {
                throw wrong("sends \(bytes.count) bytes; a datagram can have \(DriverLimits.datagram)", at: "bytes")
            }
            return bytes
        }
    }

    func address(_ name: String) throws(DriverFault) -> SocketAddress {
        let text = try text(name)
        guard let address = SocketAddress(text), address.port > 0 else {
            throw wrong(
                "has `\(name)` as \(text.quoted); it is an address and a port, as in `127.0.0.1:5683`", at: name)
        }
        return address
    }

    /// Returns an instant in nanoseconds; nil for null.
    func instant(_ name: String) throws(DriverFault) -> Instant? {
        guard let value = json[name] else { throw lacks(name, "an instant in nanoseconds or null") }
        if case .null = value { return nil }
        guard let nanoseconds = value.whole else { throw lacks(name, "a whole number of nanoseconds or null") }
        return Instant(nanoseconds: Int64(nanoseconds))
    }

    /// Returns a list of words; empty when absent.
    func words(_ name: String) throws(DriverFault) -> Set<String> {
        guard let value = json[name] else { return [] }
        guard let texts = value.texts else { throw lacks(name, "a list of texts") }
        return Set(texts)
    }
}

extension JSON {
    /// The value as a whole number, also when it is written with an exponent or a fraction of zeros.
    var whole: Int? {
        if let integer { return integer }
        guard case .number(let digits) = self, let value = Double(digits), abs(value) <= Self.largestExact else {
            return nil
        }
        return Int(exactly: value)
    }

    /// The largest magnitude below which a number of 64 bits in floating point represents every whole number.
    private static let largestExact = 9_007_199_254_740_992.0
}

extension [JSON.Member] {
    var firstRepeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }
}
