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

    private static let limit = 100_000
    private var sent = 0
    private var participants: Set<String> = []

    mutating func started(_ scenario: String?, clock: String?) {
        isVirtual = clock == "virtual"
        self.scenario = scenario
    }

    mutating func wasSent() { sent += 1 }

    mutating func wasLost(_ number: Int, reason: String) {
        if losses.count < Self.limit { losses[number] = reason }
    }

    mutating func disturbed(_ target: String?, _ text: String, at time: Int64) {
        guard faults.count < Self.limit else { return }
        faults.append(Remark(afterPacket: sent, time: time, participant: target, text: text))
    }

    /// A participant's property changed, because of that datagram.
    mutating func changed(_ participant: String, _ property: String, to value: String, cause: Int?, at time: Int64) {
        // The first one is enough to name a host; later ones may have come to another of its addresses.
        if let cause, participants.insert(participant).inserted { wasTold(participant, in: cause) }
        guard property == "callingState", states.count < Self.limit else { return }
        states.append(Remark(afterPacket: sent, time: time, participant: participant, text: value))
    }

    /// A participant read an event in that datagram.
    mutating func wasTold(_ participant: String, in datagram: Int) {
        if receivers.count < Self.limit { receivers[datagram] = participant }
    }
}
