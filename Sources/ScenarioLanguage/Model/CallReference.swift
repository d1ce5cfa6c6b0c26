/// A call, named `type:id`.
public struct CallReference: Hashable, Sendable {
    /// The call type, such as `default`.
    public let type: String
    /// The identifier within its type.
    public let id: String

    /// Names a call.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// `type:id`.
    public var cid: String { "\(type):\(id)" }
}
