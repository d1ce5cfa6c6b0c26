/// Whether pictures of a call are taken, for those who are not in it yet.
public struct ThumbnailsSettings: Body {
    /// Whether they are taken.
    public var enabled: Bool

    /// Describes the settings.
    public init(enabled: Bool = false) {
        self.enabled = enabled
    }

    /// Reads `enabled`.
    public init(_ fields: Fields) throws(BodyError) {
        enabled = try fields.optionalBoolean("enabled") ?? false
    }

    /// Writes `enabled`.
    public func write(to fields: inout FieldWriter) {
        fields.set("enabled", enabled)
    }
}

/// The picture of a call.
public struct ThumbnailResponse: Body {
    /// Where it is.
    public var imageURL: String

    /// Describes it.
    public init(imageURL: String) {
        self.imageURL = imageURL
    }

    /// Reads `image_url`.
    public init(_ fields: Fields) throws(BodyError) {
        imageURL = try fields.name("image_url")
    }

    /// Writes `image_url`.
    public func write(to fields: inout FieldWriter) {
        fields.set("image_url", imageURL)
    }
}
