public import Timing

/// Registers a device for push messages.
package struct CreateDeviceRequest: Body {
    /// The device's token at the push provider.
    package var id = ""
    /// True for a token for calls.
    package var voipToken = false
    /// `apn`, `firebase`, `huawei` or `xiaomi`.
    package var pushProvider = ""
    /// The application's name for the provider's configuration.
    package var pushProviderName: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("id", &id)
        try coder.field("voip_token", &voipToken, omitting: false)
        try coder.field("push_provider", &pushProvider)
        try coder.field("push_provider_name", &pushProviderName)
    }
}

/// A device of a user.
public struct Device: Body {
    /// The device's token at the push provider.
    public var id = ""
    /// True for a token for calls.
    public var voip = false
    /// The id of the user.
    public var userId = ""
    /// The date of the first registration.
    public var createdAt = Timestamp(milliseconds: 0)
    /// The provider.
    public var pushProvider = ""
    /// The application's name for the provider's configuration.
    public var pushProviderName: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("id", &id)
        try coder.field("voip", &voip, omitting: false)
        try coder.field("user_id", &userId)
        try coder.field("created_at", &createdAt)
        try coder.field("push_provider", &pushProvider)
        try coder.field("push_provider_name", &pushProviderName)
    }
}

/// The devices of a user.
package struct ListDevicesResponse: Body {
    /// The devices, in the order of their registration.
    package var devices: [Device] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("devices", &devices)
    }
}

/// An SFU that calls can use.
public struct EdgeResponse: Body {
    /// The name, such as `sfu-1`.
    public var id = ""
    /// The host.
    public var host = ""
    /// The UDP port.
    public var port = 0
    /// `loopback`, or `network` when other machines reach it.
    public var location = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("id", &id)
        try coder.field("host", &host)
        try coder.field("port", &port)
        try coder.field("location", &location)
    }
}

/// The SFUs.
package struct GetEdgesResponse: Body {
    /// The SFUs, in the order of their names.
    package var edges: [EdgeResponse] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("edges", &edges)
    }
}

/// Requests a guest user, without a token.
package struct CreateGuestRequest: Body {
    /// The requested user.
    package var user = User()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
    }
}

/// A guest user and its token.
package struct CreateGuestResponse: Body {
    /// The user. Its id differs from the requested one when that is taken.
    package var user = User()
    /// The access token.
    package var accessToken: [UInt8] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.field("access_token", &accessToken)
    }
}
