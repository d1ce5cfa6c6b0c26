package import YAML

/// A valid scenario.
package struct Scenario: Hashable, Sendable {
    /// The unique identifier.
    package var id: String
    /// The name, a sentence.
    package var name: String
    /// The path of its file.
    package var file: String
    /// The ids of the covered cases.
    package var covers: [String]
    /// The places of these ids.
    package var coverPlaces: [Place]
    /// Words for selecting the scenario.
    package var tags: [String]
    /// The rules that apply to the whole run, besides the scenario's own.
    package var wholeRun = Set(WholeRunRule.allCases)
    /// The seeds with which it holds; nil for all.
    package var seeds: SeedChoice?
    /// Further explanation.
    package var description: String?
    /// The participants, in the order of the file.
    package var participants: [ParticipantSpec]
    /// The outside programs with hosts of their own, in the order of the file.
    package var programs: [ProgramSpec] = []
    /// The program in place of Rollcall's servers; nil when Rollcall's servers run.
    package var backend: BackendChoice?
    /// Settings of the call type and of all clients.
    package var settings: ScenarioSettings
    /// The conditions of the network at the start.
    package var network: [NetworkChange]
    /// The media setting of participants.
    package var media: MediaSwitch
    /// The expectations that must hold at every idle point of the run.
    package var rules: [Expectation]
    /// The file with the expected events of its calls.
    package var golden: GoldenReference?
    /// The steps in order.
    package var steps: [Step]
    /// The lines of the file, for showing parts of it.
    package var sourceLines: [String]
    /// The place of the row's name; nil in a file without rows.
    package var row: Place?
    /// Signs that the scenario tests less than it seems to: unused names, no expectation.
    package var remarks: [String] = []
    /// The directly and indirectly included files.
    package var includes: [Include] = []
    /// The top-level keys of its file other than `steps`, with the values of names.
    package var head: [YAMLNode.Pair] = []

    /// A file that a scenario includes.
    package struct Include: Hashable, Sendable {
        /// The path of the file.
        package var file: String
        /// The lines of the file.
        package var lines: [String]
    }

    /// Returns the lines of its own file, or of an included one.
    package func lines(of file: String) -> [String] {
        file == self.file ? sourceLines : includes.first { $0.file == file }?.lines ?? []
    }
}

/// A file with the expected events of a scenario's calls.
package struct GoldenReference: Hashable, Sendable {
    /// The path of the file, relative to the same folder as the path of the scenario's file.
    package var file: String
    /// The place in the scenario.
    package var place: Place
}

/// The settings of a scenario; nil for the default.
package struct ScenarioSettings: Hashable, Sendable {
    /// The time after which a caller gives up, `auto_cancel_timeout_ms`; zero means never.
    package var autoCancelTimeout: Duration?
    /// The time after which a callee gives up, `incoming_call_timeout_ms`; zero means never.
    package var incomingCallTimeout: Duration?
    /// The time after which a call is missed, `missed_call_timeout_ms`; zero means never.
    package var missedCallTimeout: Duration?
    /// True when microphones are initially on, `mic_default_on`.
    package var micDefaultOn: Bool?
    /// True when cameras are initially on, `camera_default_on`.
    package var cameraDefaultOn: Bool?
    /// True when speakers are initially on, `speaker_default_on`.
    package var speakerDefaultOn: Bool?
    /// The initial output of sound, `default_device`.
    package var defaultDevice: String?
    /// The number of requests of one user that each server accepts in ten seconds.
    package var requestLimit: Int?
    /// The maximum number of entries in the journal; nil for the usual limit.
    package var journalLimit: Int?
    /// The number of participants that every client of a call is shown; nil for the backend's own number.
    package var rosterLimit: Int?
    /// The time that a join waits for its interceptor; zero means that it does not wait.
    package var interceptorLimit: Duration?
    /// The time until a recording, a broadcast or another output begins.
    package var egressStart: Duration?
    /// The time until the file of a recording is available.
    package var egressFile: Duration?
    /// The interval of recorded frames.
    package var egressFrame: Duration?
    /// True when only members may read and join a call.
    package var membersOnly = false
    /// True when each client must prove its requests.
    package var requiresProofs = false
    /// The time without a network after which a client gives up its call; zero means never.
    package var disconnectionTimeout: Duration?
    /// The time after a loss in which an SFU keeps a session and a client may reconnect to it.
    package var fastReconnectDeadline: Duration?
    /// The number of SFUs.
    package var sfuCount = 1
    /// The order in which sockets and timers that are ready at one instant are served.
    package var order = ServiceOrder.usual
}

/// One participant of a scenario: one client on one device.
package struct ParticipantSpec: Hashable, Sendable {
    /// The name in the file.
    package var name: String
    /// The identifier of the user; participants with the same identifier are devices of one user.
    package var user: String
    /// The displayed name of the user; nil for the identifier.
    package var displayName: String?
    /// The address of the user's picture; nil for none.
    package var image: String?
    /// The role of the user in the application.
    package var role = "user"
    /// The source of the participant, one of the words of `ParticipantSource`.
    package var source = "webrtc"
    /// The interceptor of its joins.
    package var interceptor: InterceptorSpec?
    /// The time that a join waits for the interceptor; nil for that of the scenario's settings.
    package var interceptorLimit: Duration?
    /// The time without a network after which the client gives up its call; zero means never, nil the value of the
    /// scenario's settings.
    package var disconnectionTimeout: Duration?
    /// True when a ring during a call is rejected with the reason `busy`.
    package var rejectCallWhenBusy: Bool
    /// True when it leaves a call that rang after all others have left.
    package var autoLeave = false
    /// True when it leaves a call that stops being live, even if it may be in backstage.
    package var leavesWhenLiveEnds = false
    /// The kind of its user.
    package var kind = UserKind.regular
    /// The arguments of a participant of a registered kind; nil for others.
    package var part: RegisteredPart?
    /// The outside program that acts as this participant; nil when a call library in this process does.
    package var driver: DriverSpec?
    /// The token for its connection.
    package var token: Token
    /// The only call that its tokens are for, such as `default:standup`; nil for all calls.
    package var tokenCall: String?
    /// The lifetime of its tokens.
    package var tokenLifetime = Self.defaultTokenLifetime
    /// The default lifetime of tokens.
    package static let defaultTokenLifetime = Duration.seconds(86_400)
    /// True when it seals its token and proves each of its requests.
    package var provesRequests = false
    /// True when it is connected before the first step.
    package var connected: Bool
    /// The deviations from the scenario's media.
    package var media = MediaSpec()
    /// The place in the file.
    package var place: Place

    package init(name: String, place: Place) {
        self.name = name
        user = name
        rejectCallWhenBusy = false
        token = .valid
        connected = true
        self.place = place
    }

    /// The kind of a participant's user.
    package enum UserKind: String, CaseIterable, Sendable {
        /// A user with a name and a token.
        case regular
        /// A user that gets a token from the coordinator.
        case guest
        /// A user without a name.
        case anonymous
    }

    /// The token of a participant.
    package enum Token: String, CaseIterable, Sendable {
        /// Signed and not expired.
        case valid
        /// Signed, but expired.
        case expired
        /// Signed with another key than the coordinator's.
        case forged
        /// Signed, but issued two minutes ahead of the coordinator's clock.
        case early
        /// Signed for another user.
        case foreign
    }
}

/// The behaviour of an interceptor.
package struct InterceptorSpec: Hashable, Sendable {
    /// The end of the interceptor.
    package var behaviour: Behaviour
    /// The delay before the end, which cancellation ends.
    package var after: Duration?

    /// The end of an interceptor.
    package enum Behaviour: Hashable, Sendable {
        /// Returns.
        case returns
        /// Throws an error of the harness, `InterceptorVeto`.
        case `throws`
        /// Never ends, even when cancelled.
        case hangs
        /// Sends `participant.ready` and waits for another participant's.
        case ready
        /// Calls the interceptor that the embedding program registered with this name.
        case registered(String)
    }
}

extension InterceptorSpec {
    /// The language's own interceptors, with their words.
    package static let builtIn: [(name: String, behaviour: Behaviour)] = [
        ("return", .returns), ("throw", .throws), ("hang", .hangs), ("ready", .ready),
    ]

    /// The words of these interceptors.
    package static let words = builtIn.map(\.name)
}
