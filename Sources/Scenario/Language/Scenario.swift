/// A scenario, read and checked.
public struct Scenario: Hashable, Sendable {
    /// Its identifier, which no other scenario has.
    public var id: String
    /// Its name, a sentence.
    public var name: String
    /// The file that it was read from.
    public var file: String
    /// The cases that it shows.
    public var covers: [String]
    /// Where it names each of these cases.
    public var coverPlaces: [Place]
    /// Words to choose it by.
    public var tags: [String]
    /// What must be so beside what the scenario itself says.
    public var wholeRun = Set(WholeRunRule.allCases)
    /// What else is to say about it.
    public var description: String?
    /// Who takes part, in the order of the file.
    public var participants: [ParticipantSpec]
    /// Settings of the call type and of all clients.
    public var settings: ScenarioSettings
    /// The conditions of the network at the start.
    public var network: [NetworkChange]
    /// Whether participants have media.
    public var media: MediaSwitch
    /// What must be true at every quiet instant of the run.
    public var rules: [Expectation]
    /// The file with the events that its calls must have.
    public var golden: GoldenReference?
    /// What a run must keep of packets, for what is asked of them.
    var packetNeeds = PacketNeeds()
    /// What is done, in order.
    public var steps: [Step]
    /// The lines of the file, to show parts of it.
    public var sourceLines: [String]
    /// Where the name of its row stands, when the file has rows.
    public var row: Place?
    /// The files that it includes, and those that they include.
    public var includes: [Include] = []

    /// A file that a scenario includes.
    public struct Include: Hashable, Sendable {
        /// The file, as it was found.
        public var file: String
        /// Its lines.
        public var lines: [String]
    }

    /// The lines of its own file, or of one that it includes.
    public func lines(of file: String) -> [String] {
        file == self.file ? sourceLines : includes.first { $0.file == file }?.lines ?? []
    }
}

/// A file with the events that the calls of a scenario must have.
public struct GoldenReference: Hashable, Sendable {
    /// The file, as seen from where the scenario's own file was named.
    public var file: String
    /// Where the scenario names it.
    public var place: Place
}

/// Settings of a scenario that are other than the default; nil leaves the default.
public struct ScenarioSettings: Hashable, Sendable {
    /// After how long a caller gives up, `auto_cancel_timeout_ms`; zero means never.
    public var autoCancelTimeout: Duration?
    /// After how long a callee gives up, `incoming_call_timeout_ms`; zero means never.
    public var incomingCallTimeout: Duration?
    /// After how long a call is missed, `missed_call_timeout_ms`; zero means never.
    public var missedCallTimeout: Duration?
    /// Whether microphones are on at first, `mic_default_on`.
    public var micDefaultOn: Bool?
    /// Whether cameras are on at first, `camera_default_on`.
    public var cameraDefaultOn: Bool?
    /// Whether sound comes from speakers at first, `speaker_default_on`.
    public var speakerDefaultOn: Bool?
    /// Where sound comes from at first, `default_device`.
    public var defaultDevice: String?
    /// How many requests of one user each server takes in ten seconds.
    public var requestLimit: Int?
    /// How many entries the journal may have; nil for the usual limit.
    public var journalLimit: Int?
    /// How long a join waits for its interceptor; zero means not at all.
    public var interceptorLimit: Duration?
    /// How long it takes until a recording, a broadcast or the like begins.
    public var egressStart: Duration?
    /// How long it takes until the file of a recording can be fetched.
    public var egressFile: Duration?
    /// How long it takes from one recorded frame to the next.
    public var egressFrame: Duration?
    /// Whether only its members may read and join a call.
    public var membersOnly = false
    /// How long a client may be without a network before it gives its call up; zero means for ever.
    public var disconnectionTimeout: Duration?
    /// How long after a loss an SFU keeps a stay, and a client may come back to it.
    public var fastReconnectDeadline: Duration?
    /// How many SFUs there are.
    public var sfuCount = 1
}

/// One participant of a scenario: one client on one device.
public struct ParticipantSpec: Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// The identifier of its user; participants with the same one are devices of one user.
    public var user: String
    /// The name of the user that others see; nil for the identifier.
    public var displayName: String?
    /// The role of its user in the application.
    public var role = "user"
    /// Where it comes from, one of the words of `ParticipantSource`.
    public var source = "webrtc"
    /// The interceptor of its joins.
    public var interceptor: InterceptorSpec?
    /// How long a join waits for the interceptor; nil for that of the scenario's settings.
    public var interceptorLimit: Duration?
    /// How long it may be without a network before it gives its call up; zero means for ever, nil for that of the
    /// scenario's settings.
    public var disconnectionTimeout: Duration?
    /// Whether a ring during a call is rejected with the reason `busy`.
    public var rejectCallWhenBusy: Bool
    /// Whether it leaves a call that rang when everybody else has left it.
    public var autoLeave = false
    /// Whether it leaves when a call stops being live although it may be in backstage.
    public var leavesWhenLiveEnds = false
    /// What kind of user it is.
    public var kind = UserKind.regular
    /// What it is made with, when it is of a kind that the embedding program registered.
    public var part: RegisteredPart?
    /// The outside program that it is; nil when it is none.
    public var driver: DriverSpec?
    /// The token with which it connects.
    public var token: Token
    /// How long each of its tokens counts.
    public var tokenLifetime = Self.usualTokenLifetime
    /// How long tokens count of which a file does not say it.
    static let usualTokenLifetime = Duration.seconds(86_400)
    /// Whether it is connected before the first step.
    public var connected: Bool
    /// Its media, as far as it is other than the scenario's.
    public var media = MediaSpec()
    /// Where it stands in the file.
    public var place: Place

    init(name: String, place: Place) {
        self.name = name
        user = name
        rejectCallWhenBusy = false
        token = .valid
        connected = true
        self.place = place
    }

    /// What kind of user a participant is.
    public enum UserKind: String, CaseIterable, Sendable {
        /// Somebody with a name and a token.
        case regular
        /// Somebody whom the coordinator gives a token.
        case guest
        /// Somebody without a name.
        case anonymous
    }

    /// The token of a participant.
    public enum Token: String, CaseIterable, Sendable {
        /// Signed and in its time.
        case valid
        /// Signed, but past its time.
        case expired
        /// Signed with a key that is not the coordinator's.
        case forged
    }
}

/// What an interceptor does.
public struct InterceptorSpec: Hashable, Sendable {
    /// How it ends.
    public var behaviour: Behaviour
    /// How long it sleeps before, in a way that cancellation ends.
    public var after: Duration?

    /// How an interceptor ends.
    public enum Behaviour: Hashable, Sendable {
        /// Returns.
        case returns
        /// Throws an error of the harness, `InterceptorVeto`.
        case `throws`
        /// Never ends, whether cancelled or not.
        case hangs
        /// Sends `participant.ready` and waits for the other side's.
        case ready
        /// One that the embedding program registered under this name.
        case registered(String)
    }
}

extension InterceptorSpec {
    /// What interceptors of the language itself do, by the words for it.
    static let builtIn: [(name: String, behaviour: Behaviour)] = [
        ("return", .returns), ("throw", .throws), ("hang", .hangs), ("ready", .ready),
    ]

    /// The words for them.
    static let words = builtIn.map(\.name)
}
