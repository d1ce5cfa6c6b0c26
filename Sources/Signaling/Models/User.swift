public import Wire

/// Somebody who may call and be called.
public struct User: Body {
    /// What is known of somebody; it is handed on far more often than it is changed, so copies share it.
    private var record: Record

    private struct Values: Hashable {
        var id: String
        var name: String
        var image: String?
        var role: String
        var custom: CBOR.Map
    }

    private final class Record: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    /// Names the user; the same on all devices.
    public var id: String {
        get { record.values.id }
        set { change { $0.id = newValue } }
    }

    /// What people call the user.
    public var name: String {
        get { record.values.name }
        set { change { $0.name = newValue } }
    }

    /// Where the user's picture is.
    public var image: String? {
        get { record.values.image }
        set { change { $0.image = newValue } }
    }

    /// The user's role in the application, such as `user` or `admin`.
    public var role: String {
        get { record.values.role }
        set { change { $0.role = newValue } }
    }

    /// Data of the application's own.
    public var custom: CBOR.Map {
        get { record.values.custom }
        set { change { $0.custom = newValue } }
    }

    private mutating func change(_ body: (inout Values) -> Void) {
        var values = record.values
        body(&values)
        record = Record(values)
    }

    /// Describes a user; the id serves as name when none is given.
    public init(id: String, name: String? = nil, image: String? = nil, role: String = "user", custom: CBOR.Map = [:]) {
        record = Record(Values(id: id, name: name ?? id, image: image, role: role, custom: custom))
    }

    private static let memo = Memo<User>(bits: 8)

    /// Reads `id`, and where given `name`, `image`, `role`, `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        self = try fields.remembered(by: Self.memo) { fields throws(BodyError) in
            User(
                id: try fields.name("id"), name: try fields.optionalText("name"),
                image: try fields.optionalText("image"), role: try fields.optionalText("role") ?? "user",
                custom: try fields.custom("custom"))
        }
    }

    /// Writes the user; a name that is the id is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        if name != id { fields.set("name", name) }
        if role != "user" { fields.set("role", role) }
        fields.set("image", image)
        fields.set("custom", custom: custom)
    }
}

extension User: Hashable {
    /// Whether the same is known of both.
    public static func == (lhs: User, rhs: User) -> Bool {
        lhs.record === rhs.record || lhs.record.values == rhs.record.values
    }

    /// Feeds all that is known.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(record.values)
    }
}
