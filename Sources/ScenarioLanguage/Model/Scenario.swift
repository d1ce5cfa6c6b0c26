/// A scenario, read and checked.
package struct Scenario: Hashable, Sendable {
    /// Its identifier, which no other scenario has.
    package var id: String
    /// Its name, a sentence.
    package var name: String
    /// The file that it was read from.
    package var file: String
    /// The cases that it shows.
    package var covers: [String]
    /// Where it names each of these cases.
    package var coverPlaces: [Place]
    /// Words to choose it by.
    package var tags: [String]
    /// What must be so beside what the scenario itself says.
    package var wholeRun = Set(WholeRunRule.allCases)
    /// What else is to say about it.
    package var description: String?
    /// Who takes part, in the order of the file.
    package var participants: [ParticipantSpec]
    /// Settings of the call type and of all clients.
    package var settings: ScenarioSettings
    /// The conditions of the network at the start.
    package var network: [NetworkChange]
    /// Whether participants have media.
    package var media: MediaSwitch
    /// What must be true at every quiet instant of the run.
    package var rules: [Expectation]
    /// The file with the events that its calls must have.
    package var golden: GoldenReference?
    /// What is done, in order.
    package var steps: [Step]
    /// The lines of the file, to show parts of it.
    package var sourceLines: [String]
    /// Where the name of its row stands, when the file has rows.
    package var row: Place?
    /// Signs that the scenario tests less than it seems to: unused names, no expectation.
    package var remarks: [String] = []
    /// The files that it includes, and those that they include.
    package var includes: [Include] = []

    /// A file that a scenario includes.
    package struct Include: Hashable, Sendable {
        /// The file, as it was found.
        package var file: String
        /// Its lines.
        package var lines: [String]
    }

    /// The lines of its own file, or of one that it includes.
    package func lines(of file: String) -> [String] {
        file == self.file ? sourceLines : includes.first { $0.file == file }?.lines ?? []
    }
}

/// A file with the events that the calls of a scenario must have.
package struct GoldenReference: Hashable, Sendable {
    /// The file, as seen from where the scenario's own file was named.
    package var file: String
    /// Where the scenario names it.
    package var place: Place
}

/// Settings of a scenario that are other than the default; nil leaves the default.
package struct ScenarioSettings: Hashable, Sendable {
    /// After how long a caller gives up, `auto_cancel_timeout_ms`; zero means never.
    package var autoCancelTimeout: Duration?
    /// After how long a callee gives up, `incoming_call_timeout_ms`; zero means never.
    package var incomingCallTimeout: Duration?
    /// After how long a call is missed, `missed_call_timeout_ms`; zero means never.
    package var missedCallTimeout: Duration?
    /// Whether microphones are on at first, `mic_default_on`.
    package var micDefaultOn: Bool?
    /// Whether cameras are on at first, `camera_default_on`.
    package var cameraDefaultOn: Bool?
    /// Whether sound comes from speakers at first, `speaker_default_on`.
    package var speakerDefaultOn: Bool?
    /// Where sound comes from at first, `default_device`.
    package var defaultDevice: String?
    /// How many requests of one user each server takes in ten seconds.
    package var requestLimit: Int?
    /// How many entries the journal may have; nil for the usual limit.
    package var journalLimit: Int?
    /// The number of participants that every client of a call is shown; nil for the backend's own number.
    package var rosterLimit: Int?
    /// How long a join waits for its interceptor; zero means not at all.
    package var interceptorLimit: Duration?
    /// How long it takes until a recording, a broadcast or the like begins.
    package var egressStart: Duration?
    /// How long it takes until the file of a recording can be fetched.
    package var egressFile: Duration?
    /// How long it takes from one recorded frame to the next.
    package var egressFrame: Duration?
    /// Whether only its members may read and join a call.
    package var membersOnly = false
    /// How long a client may be without a network before it gives its call up; zero means for ever.
    package var disconnectionTimeout: Duration?
    /// How long after a loss an SFU keeps a stay, and a client may come back to it.
    package var fastReconnectDeadline: Duration?
    /// How many SFUs there are.
    package var sfuCount = 1
}

/// One participant of a scenario: one client on one device.
package struct ParticipantSpec: Hashable, Sendable {
    /// Its name in the file.
    package var name: String
    /// The identifier of its user; participants with the same one are devices of one user.
    package var user: String
    /// The name of the user that others see; nil for the identifier.
    package var displayName: String?
    /// The role of its user in the application.
    package var role = "user"
    /// Where it comes from, one of the words of `ParticipantSource`.
    package var source = "webrtc"
    /// The interceptor of its joins.
    package var interceptor: InterceptorSpec?
    /// How long a join waits for the interceptor; nil for that of the scenario's settings.
    package var interceptorLimit: Duration?
    /// How long it may be without a network before it gives its call up; zero means for ever, nil for that of the
    /// scenario's settings.
    package var disconnectionTimeout: Duration?
    /// Whether a ring during a call is rejected with the reason `busy`.
    package var rejectCallWhenBusy: Bool
    /// Whether it leaves a call that rang when everybody else has left it.
    package var autoLeave = false
    /// Whether it leaves when a call stops being live although it may be in backstage.
    package var leavesWhenLiveEnds = false
    /// What kind of user it is.
    package var kind = UserKind.regular
    /// What it is made with, when it is of a kind that the embedding program registered.
    package var part: RegisteredPart?
    /// The outside program that it is; nil when it is none.
    package var driver: DriverSpec?
    /// The token with which it connects.
    package var token: Token
    /// How long each of its tokens counts.
    package var tokenLifetime = Self.usualTokenLifetime
    /// How long tokens count of which a file does not say it.
    package static let usualTokenLifetime = Duration.seconds(86_400)
    /// Whether it is connected before the first step.
    package var connected: Bool
    /// Its media, as far as it is other than the scenario's.
    package var media = MediaSpec()
    /// Where it stands in the file.
    package var place: Place

    package init(name: String, place: Place) {
        self.name = name
        user = name
        rejectCallWhenBusy = false
        token = .valid
        connected = true
        self.place = place
    }

    /// What kind of user a participant is.
    package enum UserKind: String, CaseIterable, Sendable {
        /// Somebody with a name and a token.
        case regular
        /// Somebody whom the coordinator gives a token.
        case guest
        /// Somebody without a name.
        case anonymous
    }

    /// The token of a participant.
    package enum Token: String, CaseIterable, Sendable {
        /// Signed and in its time.
        case valid
        /// Signed, but past its time.
        case expired
        /// Signed with a key that is not the coordinator's.
        case forged
    }
}

/// What an interceptor does.
package struct InterceptorSpec: Hashable, Sendable {
    /// How it ends.
    package var behaviour: Behaviour
    /// How long it sleeps before, in a way that cancellation ends.
    package var after: Duration?

    /// How an interceptor ends.
    package enum Behaviour: Hashable, Sendable {
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
    package static let builtIn: [(name: String, behaviour: Behaviour)] = [
        ("return", .returns), ("throw", .throws), ("hang", .hangs), ("ready", .ready),
    ]

    /// The words for them.
    package static let words = builtIn.map(\.name)
}
