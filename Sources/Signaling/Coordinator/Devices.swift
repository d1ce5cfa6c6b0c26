public import Timing
import Wire

/// Registers a device for push messages.
public struct CreateDeviceRequest: Body {
    /// The token that the push provider knows the device by.
    public var id: String
    /// `apn`, `firebase`, `huawei` or `xiaomi`.
    public var pushProvider: String
    /// The application's name for the provider's configuration.
    public var pushProviderName: String?
    /// Whether the token is one for calls.
    public var voipToken: Bool

    /// Describes it.
    public init(id: String, pushProvider: String, pushProviderName: String? = nil, voipToken: Bool = false) {
        self.id = id
        self.pushProvider = pushProvider
        self.pushProviderName = pushProviderName
        self.voipToken = voipToken
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        id = try fields.name("id")
        pushProvider = try fields.name("push_provider")
        pushProviderName = try fields.optionalText("push_provider_name")
        voipToken = try fields.optionalBoolean("voip_token") ?? false
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        if voipToken { fields.set("voip_token", voipToken) }
        fields.set("push_provider", pushProvider)
        fields.set("push_provider_name", pushProviderName)
    }
}

/// A device of a user, as push messages reach it.
public struct Device: Body {
    /// The token that the push provider knows the device by.
    public var id: String
    /// The provider.
    public var pushProvider: String
    /// The application's name for the provider's configuration.
    public var pushProviderName: String?
    /// Whether the token is one for calls.
    public var voip: Bool
    /// Whose it is.
    public var userId: String
    /// When it was registered first.
    public var createdAt: Timestamp

    /// Describes it.
    public init(
        id: String, pushProvider: String, pushProviderName: String? = nil, voip: Bool = false, userId: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.pushProvider = pushProvider
        self.pushProviderName = pushProviderName
        self.voip = voip
        self.userId = userId
        self.createdAt = createdAt
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        id = try fields.name("id")
        pushProvider = try fields.name("push_provider")
        pushProviderName = try fields.optionalText("push_provider_name")
        voip = try fields.optionalBoolean("voip") ?? false
        userId = try fields.name("user_id")
        createdAt = try fields.date("created_at")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        if voip { fields.set("voip", voip) }
        fields.set("user_id", userId)
        fields.set("created_at", createdAt)
        fields.set("push_provider", pushProvider)
        fields.set("push_provider_name", pushProviderName)
    }
}

/// The devices of a user.
public struct ListDevicesResponse: Body {
    /// The devices, in the order of their first registration.
    public var devices: [Device]

    /// Describes it.
    public init(devices: [Device] = []) {
        self.devices = devices
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        devices = try fields.list("devices")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("devices", devices)
    }
}
