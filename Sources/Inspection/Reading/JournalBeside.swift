internal import Capture
internal import Wire

/// The parts of a run's journal that inspection shows.
struct JournalBeside {
    /// An entry between two packets.
    struct Remark: Hashable {
        /// The number of packets before it.
        let afterPacket: Int
        /// The time in nanoseconds on the run's time line.
        let time: Int64
        let participant: String?
        let text: String
        /// The call that a calling state is about; nil where it is unknown.
        var call: String?
    }

    /// True when the run used virtual time.
    private(set) var isVirtual = false
    private(set) var scenario: String?
    /// The receiver of a packet, by number.
    private(set) var receivers: [Int: String] = [:]
    /// The reason for the loss of a packet, by number.
    private(set) var losses: [Int: String] = [:]
    private(set) var faults: [Remark] = []
    /// Changes of calling states.
    private(set) var states: [Remark] = []

    private static let limit = 100_000
    private var sent = 0
    private var hasRuns = false
    /// Maps datagram numbers to packet numbers, when the journal counts datagrams that are not in the capture.
    private var packets: [Int: Int] = [:]
    private var participants: Set<String> = []
    /// The last known call of each participant.
    private var calls: [String: String] = [:]
    /// The states of each participant whose call is not known yet, as places in the list.
    private var openStates: [String: [Int]] = [:]

    mutating func started(_ scenario: String?, clock: String?) {
        isVirtual = clock == "virtual"
        self.scenario = scenario?.printable
    }

    /// Records a sent datagram.
    mutating func wasSent(_ number: Int?) {
        // Datagrams of streams have numbers between those with entries of their own.
        sent = hasRuns ? max(sent + 1, number ?? 0) : sent + 1
        if !hasRuns, let number, number != sent, packets.count < Self.limit { packets[number] = sent }
    }

    /// Records a sequence of datagrams of one stream that ends with `last`.
    mutating func wereSent(last: Int?) {
        hasRuns = true
        sent = max(sent, last ?? sent)
    }

    mutating func wasLost(_ number: Int, reason: String) {
        guard losses.count < Self.limit else { return }
        losses[packets[number] ?? number] = reason
    }

    mutating func disturbed(_ target: String?, _ text: String, at time: Int64) {
        guard faults.count < Self.limit else { return }
        faults.append(Remark(afterPacket: sent, time: time, participant: target, text: text))
    }

    /// Records a change of a participant's property that a datagram caused.
    mutating func changed(
        _ participant: String, _ property: String, from old: String, to new: String, cause: Int?, at time: Int64
    ) {
        // The first one names a host. Later ones may have gone to another address.
        if let cause, participants.insert(participant).inserted { received(participant, in: cause) }
        switch property {
        case "callingState": stateChanged(participant, from: old, to: new, at: time)
        case "ringingCall", "activeCall": isInCall(participant, new == "none" ? old : new)
        default:
            // The stage of a call names it.
            let words = property.split(separator: " ", maxSplits: 1)
            if words.count == 2, words[0] == "stage" { isInCall(participant, String(words[1])) }
        }
    }

    private mutating func stateChanged(_ participant: String, from old: String, to new: String, at time: Int64) {
        guard states.count < Self.limit else { return }
        // A ring names its call before the state changes; a state that the participant begins itself names it after.
        let isOfNext = old == "idle" && new != "incoming" || calls[participant] == nil
        if isOfNext { openStates[participant, default: []].append(states.count) }
        states.append(
            Remark(
                afterPacket: sent, time: time, participant: participant, text: new,
                call: isOfNext ? nil : calls[participant]))
    }

    private mutating func isInCall(_ participant: String, _ call: String) {
        guard call.contains(":") else { return }
        calls[participant] = call
        for place in openStates.removeValue(forKey: participant) ?? [] { states[place].call = call }
    }

    /// The names of hosts that no participant and no server has.
    var outsiders: [IPAddress: String] {
        let isThere = faults.contains { $0.text.hasPrefix("an intruder ") }
        return isThere ? [IPAddress(.intruder): "intruder"] : [:]
    }

    /// Records that a participant received an event in a datagram.
    mutating func received(_ participant: String, in datagram: Int) {
        if receivers.count < Self.limit { receivers[packets[datagram] ?? datagram] = participant }
    }
}
