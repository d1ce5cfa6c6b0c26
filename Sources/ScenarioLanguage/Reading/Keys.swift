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
            ("id", "what it is called by; no other scenario has it", "id: RING-01"),
            ("name", "what happens, as a sentence", "name: The callee accepts"),
            ("description", "what else is to say", nil),
            ("covers", "the cases that it shows", nil),
            ("tags", "words to choose it by", nil),
            ("include", "files with sequences, as seen from its own folder", nil),
            ("variables", "values by names, for `${name}` anywhere in the file", nil),
            ("rows", "values for runs of their own: each row is a scenario, by its name behind the id", nil),
            ("participants", "who takes part", "participants: [alice, bob]"),
            ("programs", "outside programs with hosts of their own, by their names", nil),
            ("settings", "settings of the call type and of all clients", nil),
            ("network", "the network at the start", nil),
            ("media", "whether there is media: off, on, or audio for calls whose cameras are off at first", nil),
            ("always", "what must be true at every quiet instant of the run", nil),
            (
                "wholeRun",
                "which rules of whole runs count: some of states, rosters, views, audiences, wire, observers, "
                    + "specifications, leftovers, or none; all unless said", nil
            ),
            ("golden", "the file beside it with the events that its calls must have", nil),
            ("sequences", "steps with names, which `do` does", nil),
            ("steps", "what is done, in order", "steps: [{alice: connect}]"),
        ])
    /// The keys of a file that defines sequences for others and is no scenario.
    package static let library = Keys(
        "a file of sequences",
        [
            ("include", "files with sequences, as seen from its own folder", nil),
            ("sequences", "steps with names, which `do` does", "sequences: {accept: {steps: [{bob: accept}]}}"),
        ])
    /// The keys of a sequence.
    package static let sequence = Keys(
        "a sequence",
        [
            ("parameters", "the names that `with` must give, for `${name}` in its steps", nil),
            ("steps", "what is done, in order", "steps: [{alice: connect}]"),
        ])
    /// The keys of a participant.
    package static let participant = Keys(
        "a participant",
        [
            ("user", "its user, when it is one of several devices of a user; otherwise its name", nil),
            (
                "kind",
                "what kind of user it is: regular, guest or anonymous; the user of a guest gets `guest-` before "
                    + "its name; or a kind of participant that your own program registered", nil
            ),
            ("with", "what a participant of such a kind is told", nil),
            ("driver", "the outside program that it is", nil),
            ("displayName", "the name of the user that others see", nil),
            ("role", "the role of its user in the application; user when it is not said", nil),
            ("source", "where it comes from, as the others see it; webrtc when it is not said", nil),
            ("count", "makes that many of it, with numbers behind the name; the name stands for all of them", nil),
            ("interceptor", "what intercepts its joins", nil),
            ("interceptorLimit", "how long a join waits for the interceptor", nil),
            (
                "disconnectionTimeout",
                "how long it may be without a network before it gives its call up; 0s means for ever", nil
            ),
            ("rejectCallWhenBusy", "whether a ring during a call is rejected", nil),
            ("autoLeave", "whether it leaves a call that rang when everybody else has left it", nil),
            (
                "leavesWhenLiveEnds", "whether it leaves a call that stops being live, although it may be in backstage",
                nil
            ),
            ("token", "with which token it connects: valid, expired or forged", nil),
            ("tokenLifetime", "how long each of its tokens counts, in whole seconds; 24h when it is not said", nil),
            ("connected", "whether it is connected before the first step; true when it is not said", nil),
            ("media", "whether it has media, or what its synthetic sources are like", nil),
            ("speaks", "when it speaks, from the start of the run, as in `[2s..5s]`", nil),
        ])
    /// The keys of a participant's `media` in the form of a mapping.
    package static let media = Keys(
        "`media`",
        [
            ("loudness", "how far below the loudest there is it speaks, in decibels; 20 when it is not said", nil),
            ("frameRate", "pictures a second of the camera; 15 when it is not said", nil),
            ("screenFrameRate", "pictures a second of the screen; 5 when it is not said", nil),
            ("firstSource", "the synchronisation source of its voice, instead of one by chance", nil),
            ("firstSequenceNumber", "the sequence number that each track begins with", nil),
            ("firstTimestamp", "the timestamp that each track begins with", nil),
        ])
    /// The keys of an interceptor in the form of a mapping.
    package static let interceptor = Keys(
        "an interceptor",
        [
            ("then", "how it ends: return, throw, hang, ready or a registered name", "then: return"),
            ("after", "how long it sleeps before", nil),
        ])
    /// The keys of `settings`.
    package static let settings = Keys(
        "`settings`",
        [
            ("autoCancelTimeout", "after how long a caller gives up; 0s means never", nil),
            ("incomingCallTimeout", "after how long a callee gives up; 0s means never", nil),
            ("missedCallTimeout", "after how long a call is missed; 0s means never", nil),
            ("micDefaultOn", "whether microphones are on at first", nil),
            ("cameraDefaultOn", "whether cameras are on at first", nil),
            ("speakerDefaultOn", "whether sound comes from speakers at first", nil),
            ("defaultDevice", "where sound comes from at first: speaker or earpiece", nil),
            ("requestLimit", "how many requests of one user each server takes in ten seconds", nil),
            ("membersOnly", "whether only its members may read and join a call", nil),
            ("interceptorLimit", "how long a join waits for its interceptor; 0s means not at all", nil),
            ("egressStart", "how long it takes until a recording, a broadcast or the like begins; 500ms", nil),
            ("egressFile", "how long it takes until the file of a recording can be fetched; 2s", nil),
            ("egressFrame", "how long it takes from one recorded frame to the next; 10s", nil),
            (
                "disconnectionTimeout",
                "how long a client may be without a network before it gives its call up; 0s means for ever", nil
            ),
            ("fastReconnectDeadline", "how long after a loss an SFU keeps a stay for its client to come back", nil),
            ("sfus", "how many SFUs there are, `sfu-1` and so on; one when it is not said", nil),
            ("rosterLimit", "how many participants of a call every client is shown; 100 when it is not said", nil),
            ("journalLimit", "how many entries the journal of the run may have; 2000000 when it is not said", nil),
        ])
    /// The conditions of a link.
    package static let conditions = Keys(
        "`network`",
        [
            ("profile", "all conditions by one name; others beside it come after it", nil),
            ("latency", "how long a datagram is under way", nil),
            ("jitter", "how far that varies: to both sides, or with a distribution as in `{normal: 5ms}`", nil),
            ("loss", "the share of datagrams that are lost, in percent", nil),
            ("burst", "loss in bursts, or none", nil),
            ("duplicate", "the share of datagrams that are sent twice", nil),
            ("reorder", "the share of datagrams that are held back, so that others overtake them", nil),
            ("corrupt", "the share of datagrams that are damaged", nil),
            ("bandwidth", "how many bits a second get through, headers too, as in `256kbit/s`; or none for all", nil),
            ("queue", "how many bytes wait for the bandwidth; 64KiB when it was never said", nil),
            ("up", "the way from the participant alone: conditions, cut or heal", nil),
            ("down", "the way to the participant alone: conditions, cut or heal", nil),
        ])
    /// The keys of a change of the network besides conditions.
    package static let network = Keys(
        "`network`",
        [
            ("cut", "whose datagrams are sent and then lost, both ways", nil),
            ("heal", "whose ways are no longer cut", nil),
            ("offline", "who has no network: nothing is sent, and what others send is lost", nil),
            ("online", "who has a network again", nil),
            ("drop", "certain packets that are lost, or none for no more of them", nil),
            ("rebind", "who is seen at another port from now on, as behind a NAT that forgot the old one", nil),
            ("handover", "who is seen at another host from now on, as a device that changes its network", nil),
            ("flap", "whose network goes and comes over and over, or none for no more of it", nil),
            ("spoof", "whom somebody at another address pretends to be, in every protocol towards its SFU", nil),
            ("babble", "whose own device sends, besides, what is broken or belongs elsewhere", nil),
        ])
    /// The keys of `burst`.
    package static let burst = Keys(
        "`burst`",
        [
            ("start", "the chance, with each datagram, that a burst starts", "start: 1%"),
            ("end", "the chance, with each datagram of a burst, that it is over", "end: 25%"),
            ("loss", "the share of datagrams that are lost in a burst; all when it is not said", nil),
        ])
    /// The keys of `reorder` in the form of a mapping.
    package static let reorder = Keys(
        "`reorder`",
        [
            ("share", "the share of datagrams that are held back", "share: 2%"),
            ("by", "how long; 10ms when it is not said", nil),
        ])
    /// The keys of `corrupt` in the form of a mapping.
    package static let corrupt = Keys(
        "`corrupt`",
        [
            ("bit", "the share of datagrams in which one bit is turned over", nil),
            ("byte", "the share of datagrams in which one byte is changed", nil),
            ("truncation", "the share of datagrams that lose their end", nil),
            ("arrives", "true when the damage gets past UDP's checksum; false when it is not said", nil),
        ])
    /// The kinds of steps other than commands, and their further keys.
    package static let step = Keys(
        "a step",
        [
            ("expect", "what must be true now, or within a time", nil),
            ("within", "how long `expect`, `packets` and `journal` may take, and a command that throws", nil),
            ("always", "what must be true from here to the end, or for a time", nil),
            ("for", "how long `always` must be true", nil),
            ("packets", "which packets must have been sent", nil),
            ("journal", "one entry that the journal must have, or a list of them in order", nil),
            ("wait", "lets time pass", nil),
            ("network", "changes the network", nil),
            ("sameTime", "commands and changes of the network in one instant, in this order", nil),
            ("repeat", "how often `steps` are done", nil),
            ("steps", "what is repeated", nil),
            ("as", "what the number of a repetition is called, `n` for `${n}`", nil),
            ("do", "a sequence of steps, by its name", nil),
            ("with", "what the parameters of the sequence stand for", nil),
            ("mark", "gives this instant a name", nil),
            ("at", "when the step is done: so long after the first one, or after a mark", nil),
        ])
    /// The keys of a packet filter besides fields.
    package static let ends = Keys(
        "`packets`",
        [
            ("from", "who sent it: participants, coordinator or sfu", nil),
            ("to", "whom it was sent to: participants, coordinator or sfu", nil),
            ("body", "parts of the body that it carries: keys with dots between them, and what is asked of each", nil),
            ("count", "how many there are; at least one when it is not said", nil),
        ])
    /// The keys of `flap`.
    package static let flap = Keys(
        "`flap`",
        [
            ("who", "whose network: participants, coordinator or sfu", "who: bob"),
            ("off", "how long it is gone each time", "off: 200ms"),
            ("on", "how long it is there between two times", "on: 800ms"),
            ("times", "how often it goes; it comes back after the last time too", "times: 5"),
            ("by", "how it goes: offline, which is noticed when sending, or cut; offline when it is not said", nil),
        ])
    /// Returns the keys of `packets`.
    package static func packets(_ fields: [PacketFieldSpec]) -> Keys {
        Keys("`packets`", fields.map { ($0.name, $0.about, nil) } + ends.rows)
    }

    /// Returns the keys of a packet in `journal`.
    package static func packet(_ fields: [PacketFieldSpec]) -> Keys {
        Keys("`packet`", packets(fields).rows.filter { $0.name != "count" })
    }

    /// The keys of `drop` that select among the matching packets.
    package static let choice = Keys(
        "`drop`",
        [
            ("next", "how many of them, or all; one when it is not said", nil),
            ("nth", "which of them, counted from now on: a number or a list of numbers", nil),
        ])
    /// Returns the keys of `drop`: the selection, and those of `packets` known before delivery, without the count.
    package static func drop(_ fields: [PacketFieldSpec]) -> Keys {
        Keys(
            "`drop`",
            fields.filter(\.isKnownAtOnce).map { ($0.name, $0.about, nil) } + ends.rows.filter { $0.name != "count" }
                + choice.rows)
    }

    /// The keys of a command's outcome.
    package static let outcome = Keys(
        "a command",
        [
            ("throws", "the error that it must throw", nil),
            ("underlying", "what the error must carry: the name of a type, or a part of its text", nil),
            ("code", "the code that an APIError must carry", nil),
            ("within", "how long it may take", nil),
            ("mayThrow", "true when it may throw; false when it is not said", nil),
        ])

    private var rows: [(name: String, about: String, required: String?)] {
        all.map { ($0.name, $0.about, $0.requiredExample) }
    }

    /// The names of the keys.
    package var names: [String] { all.map(\.name) }

    /// Returns true when a key has this name.
    package func contains(_ name: String) -> Bool { all.contains { $0.name == name } }
}
