/// What inspection takes from the journal that lies beside a capture.
struct JournalBeside {
    /// Something that the journal tells between two packets.
    struct Remark: Hashable {
        /// How many packets were on the wire before it.
        let afterPacket: Int
        /// Nanoseconds on the run's own time line.
        let time: Int64
        let participant: String?
        let text: String
    }

    /// Whether the run's time began at the virtual epoch.
    private(set) var isVirtual = false
    private(set) var scenario: String?
    /// The participant to whom the packet of a number was sent.
    private(set) var receivers: [Int: String] = [:]
    /// Why packets never arrived, by number.
    private(set) var losses: [Int: String] = [:]
    private(set) var faults: [Remark] = []
    /// Changes of what participants show to their users.
    private(set) var states: [Remark] = []

    /// What the journal knows of packets, by number: what was done to them, and what came of them.
    private(set) var comments: [Int: [String]] = [:]

    private static let limit = 100_000
    private var sent = 0
    private var hasRuns = false
    /// The numbers of packets in the capture where datagrams that are not in it were counted too.
    private var packets: [Int: Int] = [:]
    /// What happened since the last packet, for the next one.
    private var pending: [String] = []
    private var participants: Set<String> = []

    mutating func started(_ scenario: String?, clock: String?) {
        isVirtual = clock == "virtual"
        self.scenario = scenario
    }

    /// A datagram of that number went onto the wire.
    mutating func wasSent(_ number: Int?) {
        // Between datagrams that are told one by one lie those of streams.
        sent = hasRuns ? max(sent + 1, number ?? 0) : sent + 1
        if !hasRuns, let number, number != sent, packets.count < Self.limit { packets[number] = sent }
        for text in pending { comment(text, on: number) }
        pending = []
    }

    /// A run of datagrams of one stream was sent, and the last of them has that number.
    mutating func wereSent(last: Int?) {
        hasRuns = true
        sent = max(sent, last ?? sent)
    }

    mutating func wasLost(_ number: Int, reason: String) {
        guard losses.count < Self.limit else { return }
        losses[packets[number] ?? number] = reason
        comment("lost on purpose: \(reason)", on: number)
    }

    /// Something else became of a datagram.
    mutating func comment(_ text: String, on number: Int?) {
        guard let number, comments.count < Self.limit else { return }
        comments[packets[number] ?? number, default: []].append(text)
    }

    mutating func disturbed(_ target: String?, _ text: String, at time: Int64) {
        guard faults.count < Self.limit else { return }
        faults.append(Remark(afterPacket: sent, time: time, participant: target, text: text))
        pending.append("before this: \(target.map { "\($0): " } ?? "")\(text)")
    }

    /// A participant's property changed, because of that datagram.
    mutating func changed(
        _ participant: String, _ property: String, from old: String, to new: String, cause: Int?, at time: Int64
    ) {
        comment("caused \(participant).\(property): \(old) → \(new)", on: cause)
        // The first one is enough to name a host; later ones may have come to another of its addresses.
        if let cause, participants.insert(participant).inserted { wasTold(participant, in: cause) }
        guard property == "callingState", states.count < Self.limit else { return }
        states.append(Remark(afterPacket: sent, time: time, participant: participant, text: new))
    }

    /// A participant read an event in that datagram.
    mutating func wasTold(_ participant: String, in datagram: Int) {
        if receivers.count < Self.limit { receivers[packets[datagram] ?? datagram] = participant }
    }
}
