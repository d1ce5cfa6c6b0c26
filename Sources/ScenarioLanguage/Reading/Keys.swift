/// The allowed keys of a mapping in a scenario file.
package struct Keys: Hashable, Sendable {
    /// The owner of the keys, such as `a scenario`.
    package let owner: String
    /// The keys in the order of the documentation.
    package let all: [Key]

    /// One key.
    package struct Key: Hashable, Sendable {
        /// The key in a file.
        package let name: String
        /// A description.
        package let about: String
        /// An example of a required key; nil for an optional one.
        package let requiredExample: String?
    }

    package init(_ owner: String, _ rows: [(name: String, about: String, required: String?)]) {
        self.owner = owner
        all = rows.map { Key(name: $0.name, about: $0.about, requiredExample: $0.required) }
    }

    /// The keys of a file.
    package static let scenario = Keys(
        "a scenario",
        [
            ("id", "the identifier, unique among all scenarios", "id: RING-01"),
            ("name", "the behaviour, as a sentence", "name: The callee accepts"),
            ("description", "further explanation", nil),
            ("covers", "the cases that the scenario checks", nil),
            ("tags", "words for `--tag`", nil),
            ("include", "files with sequences, relative to the folder of this file", nil),
            ("variables", "named values, used as `${name}` anywhere in the file", nil),
            ("rows", "values for several runs: each row is a scenario with its name appended to the id", nil),
            ("participants", "the clients in the run", "participants: [alice, bob]"),
            ("programs", "outside programs, each with a host of its own", nil),
            ("settings", "settings of the call type and of all clients", nil),
            ("network", "the network at the start", nil),
            ("media", "media: off, on, or audio for calls that begin with cameras off", nil),
            ("always", "expectations that must hold at every idle point of the run", nil),
            (
                "wholeRun",
                "the rules of whole runs that apply: some of states, rosters, views, audiences, wire, observers, "
                    + "specifications, leftovers, or none; default all", nil
            ),
            ("seeds", "the seeds with which the scenario holds, and why; default all", nil),
            ("golden", "the file, in the same folder, with the events that the calls must have", nil),
            ("sequences", "named steps, performed by `do`", nil),
            ("steps", "the steps, in order", "steps: [{alice: connect}]"),
        ])
    /// The keys of `seeds`.
    package static let seeds = Keys(
        "`seeds`",
        [
            ("only", "the seeds with which it holds: numbers, and ranges such as `1..20`", nil),
            ("except", "the seeds with which it need not hold, instead of `only`", nil),
            ("because", "the reason", "because: a burst has to hit the second response"),
        ])
    /// The keys of a file that defines sequences for others and is not a scenario.
    package static let library = Keys(
        "a file of sequences",
        [
            ("include", "files with sequences, relative to the folder of this file", nil),
            ("sequences", "named steps, performed by `do`", "sequences: {accept: {steps: [{bob: accept}]}}"),
        ])
    /// The keys of a sequence.
    package static let sequence = Keys(
        "a sequence",
        [
            ("parameters", "the names that `with` must give, used as `${name}` in the steps", nil),
            ("steps", "the steps, in order", "steps: [{alice: connect}]"),
        ])
    /// The keys of a participant.
    package static let participant = Keys(
        "a participant",
        [
            ("user", "the user, for one of several devices of a user; by default the participant's name", nil),
            (
                "kind",
                "the kind of user: regular, guest or anonymous (the user of a guest has `guest-` before its name); "
                    + "or a kind of participant that your program registers", nil
            ),
            ("with", "the arguments of a participant of a registered kind", nil),
            ("driver", "the outside program that acts as the participant", nil),
            ("displayName", "the user's name as others see it", nil),
            ("image", "the address of the user's picture, as others see it; default none", nil),
            ("role", "the role of the user in the application; default user", nil),
            ("source", "the source of the participant, as others see it; default webrtc", nil),
            (
                "count", "creates that many participants with numbered names; the name itself stands for all of them",
                nil
            ),
            ("interceptor", "the interceptor of joins", nil),
            ("interceptorLimit", "the time limit of the interceptor", nil),
            (
                "disconnectionTimeout",
                "the time without a network after which it leaves its call; 0s means never", nil
            ),
            ("rejectCallWhenBusy", "true to reject rings during a call", nil),
            ("autoLeave", "true to leave a call that rang once all others have left", nil),
            (
                "leavesWhenLiveEnds",
                "true to leave a call that is no longer live, even with the right to be in backstage",
                nil
            ),
            ("token", "the token for connecting: valid, expired, forged, early or foreign (of another user)", nil),
            ("tokenCall", "the only call that its tokens are for, such as default:standup; default all calls", nil),
            ("tokenLifetime", "the lifetime of each token, in whole seconds; default 24h", nil),
            ("proof", "true to seal its token and to prove each of its requests", nil),
            ("connected", "true to connect before the first step; default true", nil),
            ("media", "media on or off, or the properties of its synthetic sources", nil),
            ("speaks", "the times at which it speaks, from the start of the run, as in `[2s..5s]`", nil),
        ])
    /// The keys of a participant's `media` in the form of a mapping.
    package static let media = Keys(
        "`media`",
        [
            ("loudness", "the level of speech below the maximum, in decibels; default 20", nil),
            ("frameRate", "frames per second of the camera; default 15", nil),
            ("screenFrameRate", "frames per second of the screen; default 5", nil),
            ("firstSource", "the synchronisation source of the audio; random by default", nil),
            ("firstSequenceNumber", "the first sequence number of each track", nil),
            ("firstTimestamp", "the first timestamp of each track", nil),
        ])
    /// The keys of an interceptor in the form of a mapping.
    package static let interceptor = Keys(
        "an interceptor",
        [
            ("then", "the outcome: return, throw, hang, ready or a registered name", "then: return"),
            ("after", "the delay before the outcome", nil),
        ])
    /// The keys of `settings`.
    package static let settings = Keys(
        "`settings`",
        [
            ("autoCancelTimeout", "the time after which a caller cancels; 0s means never", nil),
            ("incomingCallTimeout", "the time after which a callee stops ringing; 0s means never", nil),
            ("missedCallTimeout", "the time after which a call is missed; 0s means never", nil),
            ("micDefaultOn", "true when microphones are on by default", nil),
            ("cameraDefaultOn", "true when cameras are on by default", nil),
            ("speakerDefaultOn", "true when speakers are on by default", nil),
            ("defaultDevice", "the audio output at first: speaker or earpiece", nil),
            ("requestLimit", "the number of requests of one user that a server accepts in ten seconds", nil),
            ("membersOnly", "true when only members may read and join a call", nil),
            ("interceptorLimit", "the time limit of interceptors; 0s means no waiting", nil),
            ("egressStart", "the time until a recording, a broadcast or similar begins; default 500ms", nil),
            ("egressFile", "the time until the file of a recording is available; default 2s", nil),
            ("egressFrame", "the time between recorded frames; default 10s", nil),
            (
                "disconnectionTimeout",
                "the time without a network after which a client leaves its call; 0s means never", nil
            ),
            (
                "fastReconnectDeadline",
                "the time for which an SFU keeps a session after a loss, so that its client can reconnect", nil
            ),
            ("requireProof", "true when each client must prove its requests", nil),
            ("sfus", "the number of SFUs, named `sfu-1` and so on; default 1", nil),
            ("rosterLimit", "the number of participants of a call that each client receives; default 100", nil),
            ("journalLimit", "the maximum number of journal entries of the run; default 2000000", nil),
            (
                "order",
                "the order in which sockets and timers that are ready at one instant are served: a seed, or the values of "
                    + "single choices by their numbers; default 0, the usual order", nil
            ),
        ])
    /// The kinds of steps other than commands, and their further keys.
    package static let step = Keys(
        "a step",
        [
            ("expect", "expectations that must hold now, or within a time", nil),
            ("within", "the time limit of `expect`, `packets` and `journal`, and of a command that throws", nil),
            ("always", "expectations that must hold from here to the end, or for a time", nil),
            ("for", "the time for which `always` must hold", nil),
            ("packets", "the packets that must have been sent", nil),
            ("journal", "an entry that the journal must have, or a list of entries in order", nil),
            ("wait", "lets time pass", nil),
            ("network", "changes the network", nil),
            ("sameTime", "commands and changes of the network at one instant, in this order", nil),
            ("repeat", "the number of times that `steps` are performed", nil),
            ("steps", "the steps to repeat", nil),
            ("as", "the name of the repetition's number, such as `n` for `${n}`", nil),
            ("do", "the name of a sequence of steps", nil),
            ("with", "the values of the sequence's parameters", nil),
            ("mark", "a name for this instant", nil),
            ("at", "the instant of the step: a time after the first step, or after a mark", nil),
        ])
    /// The keys of a packet filter besides fields.
    package static let ends = Keys(
        "`packets`",
        [
            ("from", "the senders: participants, coordinator, sfu or intruder", nil),
            ("to", "the receivers: participants, coordinator, sfu or intruder", nil),
            ("body", "parts of the body: keys joined with dots, and the comparison for each", nil),
            ("count", "the number of packets; by default at least one", nil),
        ])
    /// Returns the keys of `packets`.
    package static func packets(_ fields: [PacketFieldSpec]) -> Keys {
        Keys("`packets`", fields.map { ($0.name, $0.about, nil) } + ends.rows)
    }

    /// Returns the keys of a packet in `journal`.
    package static func packet(_ fields: [PacketFieldSpec]) -> Keys {
        Keys("`packet`", packets(fields).rows.filter { $0.name != "count" })
    }

    /// The keys of a command's outcome.
    package static let outcome = Keys(
        "a command",
        [
            ("throws", "the error that the command must throw", nil),
            ("underlying", "the underlying error: the name of its type, or a part of its text", nil),
            ("code", "the code that an APIError must carry", nil),
            ("within", "the time limit of the command", nil),
            ("mayThrow", "true when the command may throw; default false", nil),
        ])

    var rows: [(name: String, about: String, required: String?)] {
        all.map { ($0.name, $0.about, $0.requiredExample) }
    }

    /// The names of the keys.
    package var names: [String] { all.map(\.name) }

    /// Returns true when a key has this name.
    package func contains(_ name: String) -> Bool { all.contains { $0.name == name } }
}
