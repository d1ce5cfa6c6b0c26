public import Wire

/// Somebody who may call and be called.
public struct User: Body {
    /// Names the user; the same on all devices.
    public var id: String
    /// What people call the user.
    public var name: String
    /// Where the user's picture is.
    public var image: String?
    /// The user's role in the application, such as `user` or `admin`.
    public var role: String
    /// Data of the application's own.
    public var custom: CBOR.Map

    /// Describes a user; the id serves as name when none is given.
    public init(id: String, name: String? = nil, image: String? = nil, role: String = "user", custom: CBOR.Map = [:]) {
        self.id = id
        self.name = name ?? id
        self.image = image
        self.role = role
        self.custom = custom
    }

    /// Reads `id`, and where given `name`, `image`, `role`, `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            id: try fields.name("id"), name: try fields.optionalText("name"), image: try fields.optionalText("image"),
            role: try fields.optionalText("role") ?? "user", custom: try fields.custom("custom"))
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
