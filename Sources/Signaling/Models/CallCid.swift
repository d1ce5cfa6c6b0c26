import Wire

/// The type and id of a call, written as `type:id`.
public struct CallCid: Hashable, Comparable, Sendable {
    /// The call type, such as `default` or `livestream`.
    public let type: String
    /// The id within its type.
    public let id: String

    /// Creates the cid of a call.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// Parses `type:id`; nil when either part is missing.
    public init?(_ text: String) {
        let units = text.utf8.span
        guard let colon = units.indices.first(where: { units[$0] == UInt8(ascii: ":") }),
            let type = try? UTF8Span(validating: units.extracting(..<colon)),
            let id = try? UTF8Span(validating: units.extracting((colon + 1)...)), !type.isEmpty, !id.isEmpty
        else { return nil }
        self.init(type: String(copying: type), id: String(copying: id))
    }

    /// Hashes the id, because calls have few distinct types.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    /// Orders calls by type, then by id.
    public static func < (lhs: CallCid, rhs: CallCid) -> Bool {
        (lhs.type, lhs.id) < (rhs.type, rhs.id)
    }
}

extension CallCid: CustomStringConvertible {
    /// The text `type:id`.
    public var description: String { "\(type):\(id)" }
}

extension CallCid: FieldValue {
    /// The placeholder for a missing cid.
    static let none = CallCid(type: "", id: "")

    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> CallCid {
        let colon = UInt8(ascii: ":")
        let (type, id) = try coder.value(at: position, "a text") { $0.halves(ofTextAt: position, around: colon) }
        guard !type.isEmpty, !id.isEmpty else { throw coder.badValue(at: position, "must be a call as type:id") }
        return CallCid(type: type, id: id)
    }

    package static func write(_ cid: CallCid, _ coder: inout BodyCoder) {
        coder.writer.write(cid.type, UInt8(ascii: ":"), cid.id)
    }
}
