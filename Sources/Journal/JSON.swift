/// A JSON value (RFC 8259) that another process wrote.
package enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number in its original notation, so that no digit of a 64-bit integer is lost.
    case number(String)
    case text(String)
    case array([JSON])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSON
    }

    /// The value of an object's member; nil when it is absent or this is not an object.
    package subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    package var integer: Int? {
        guard case .number(let digits) = self else { return nil }
        return Int(digits)
    }

    package var unsigned: UInt64? {
        guard case .number(let digits) = self else { return nil }
        return UInt64(digits)
    }

    package var double: Double? {
        guard case .number(let digits) = self else { return nil }
        return Double(digits)
    }

    package var elements: [JSON]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    /// The elements of an array that has only texts.
    package var texts: [String]? {
        elements?.all(\.text)
    }
}

extension [JSON] {
    /// Returns all elements as values; nil when `read` returns nil for one of them.
    package func all<Value>(_ read: (JSON) -> Value?) -> [Value]? {
        let values = compactMap(read)
        return values.count == count ? values : nil
    }
}

/// The reason that bytes are not a JSON value.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The problem.
    package let reason: String
    /// The offset of the byte, from 0.
    package let offset: Int

    package var description: String { "\(reason) at byte \(offset)" }
}
