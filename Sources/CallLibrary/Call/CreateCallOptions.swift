public import Signaling
public import Timing
public import Wire

/// The properties of a call that a join creates.
public struct CreateCallOptions: Hashable, Sendable {
    /// The members of the call. The creator is always a member.
    public var members: [MemberRequest]
    /// Custom data of the application.
    public var custom: CBOR.Map
    /// The settings that differ from those of the call's type.
    public var settings: CallSettingsRequest?
    /// The date at which the call is planned to start.
    public var startsAt: Timestamp?
    /// The team of the call.
    public var team: String?
    /// True when callees are rung for a video call.
    public var video: Bool?
    /// The maximum number of members in the response; nil for all.
    public var membersLimit: Int?

    /// Describes a new call.
    public init(
        members: [MemberRequest] = [], custom: CBOR.Map = [:], settings: CallSettingsRequest? = nil,
        startsAt: Timestamp? = nil, team: String? = nil, video: Bool? = nil, membersLimit: Int? = nil
    ) {
        self.members = members
        self.custom = custom
        self.settings = settings
        self.startsAt = startsAt
        self.team = team
        self.video = video
        self.membersLimit = membersLimit
    }

    var data: CallData {
        CallData {
            $0.members = members
            $0.custom = custom
            $0.settingsOverride = settings
            $0.startsAt = startsAt
            $0.team = team
            $0.video = video
        }
    }
}
