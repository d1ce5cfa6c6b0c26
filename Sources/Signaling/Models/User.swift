public import Wire

/// A user of the application.
public struct User: Body {
    /// Copies share the values, because users are copied far more often than they are changed.
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

    /// The id of the user, identical on all devices.
    public var id: String {
        get { record.values.id }
        set { change { $0.id = newValue } }
    }

    /// The displayed name.
    public var name: String {
        get { record.values.name }
        set { change { $0.name = newValue } }
    }

    /// The URL of the user's image.
    public var image: String? {
        get { record.values.image }
        set { change { $0.image = newValue } }
    }

    /// The user's role in the application, such as `user` or `admin`.
    public var role: String {
        get { record.values.role }
        set { change { $0.role = newValue } }
    }

    /// Custom data of the application.
    public var custom: CBOR.Map {
        get { record.values.custom }
        set { change { $0.custom = newValue } }
    }

    private mutating func change(_ body: (inout Values) -> Void) {
        var values = record.values
        body(&values)
        record = Record(values)
    }

    /// Creates a user. The name defaults to the id.
    public init(id: String, name: String? = nil, image: String? = nil, role: String = "user", custom: CBOR.Map = [:]) {
        record = Record(Values(id: id, name: name ?? id, image: image, role: role, custom: custom))
    }

    package init() { self = .none }

    private static let none = User(id: "")
    package static let cache: DecodeCache<User>? = DecodeCache(bits: 8)

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var values = record.values
        try coder.field("id", &values.id)
        try coder.field("name", &values.name, omitting: values.id)
        try coder.field("role", &values.role, omitting: "user")
        try coder.field("image", &values.image)
        try coder.field("custom", &values.custom, as: AnyMap.self, omitting: [:])
        if coder.isReading { record = Record(values) }
    }
}

extension User: Hashable {
    /// True when all values are equal.
    public static func == (lhs: User, rhs: User) -> Bool {
        lhs.record === rhs.record || lhs.record.values == rhs.record.values
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(record.values)
    }
}

extension User: CustomStringConvertible {
    /// The id, for messages and journals.
    public var description: String { "user \(id)" }
}
