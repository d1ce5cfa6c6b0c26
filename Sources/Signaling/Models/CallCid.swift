/// Names one call everywhere: its type and its id, written `type:id`.
public struct CallCid: Hashable, Comparable, Sendable {
    /// The call type, such as `default` or `livestream`.
    public let type: String
    /// The id within its type.
    public let id: String

    /// Names the call `id` of a type.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// Reads `type:id`; nil when either part is missing.
    public init?(_ text: String) {
        let units = text.utf8.span
        guard let colon = units.indices.first(where: { units[$0] == UInt8(ascii: ":") }),
            let type = try? UTF8Span(validating: units.extracting(..<colon)),
            let id = try? UTF8Span(validating: units.extracting((colon + 1)...)), !type.isEmpty, !id.isEmpty
        else { return nil }
        self.init(type: String(copying: type), id: String(copying: id))
    }

    /// Feeds the id: types are too few to tell calls apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    /// By type, then by id.
    public static func < (lhs: CallCid, rhs: CallCid) -> Bool {
        (lhs.type, lhs.id) < (rhs.type, rhs.id)
    }
}

extension CallCid: CustomStringConvertible {
    /// `type:id`.
    public var description: String { "\(type):\(id)" }
}

extension Fields {
    /// A call's cid.
    public func optionalCid(_ name: String) throws(BodyError) -> CallCid? {
        guard let (type, id) = try optionalHalves(name, around: UInt8(ascii: ":")) else { return nil }
        guard !type.isEmpty, !id.isEmpty else {
            throw .badValue(field: path(of: name), problem: "must be a call as type:id")
        }
        return CallCid(type: type, id: id)
    }

    /// A call's cid that must be there.
    public func cid(_ name: String) throws(BodyError) -> CallCid {
        guard let cid = try optionalCid(name) else { throw .missing(field: path(of: name)) }
        return cid
    }
}
