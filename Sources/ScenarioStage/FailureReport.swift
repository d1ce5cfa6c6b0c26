import Capture
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

extension Stage {
    /// Returns the report of a failure, with everything that a user needs to understand it.
    func failure(_ found: ExpectationFailure, replay: String?) -> Verdict.Failure {
        var failure = Verdict.Failure(found.reason)
        let place = found.place ?? found.step?.place
        let file = found.step?.file ?? scenario.file
        failure.step = found.step?.number
        failure.file = file == scenario.file ? nil : file
        failure.line = place?.line
        failure.column = place?.column
        failure.expected = found.expected
        failure.actual = found.actual
        if let place {
            failure.frame = SourceFrame(place: place, label: found.actual, lines: scenario.lines(of: file))?.text
        }
        failure.findings = found.findings
        failure.candidates = found.candidates()
        failure.participants = performers.map(\.snapshot)
        failure.faults = faults
        let open = openMessages
        failure.troubles = troubles(near: lastChange(at: found.participants), Set(open.keys)).map { packet in
            line(packet) + (open[packet.number].map { "  … \($0) so far" } ?? "")
        }
        failure.datagrams = (lastDatagrams(around: found.participants) + delayedDatagrams(around: found.participants))
            .map(line)
        failure.replay = replay
        return failure
    }

    /// The names of the hosts of all datagrams.
    var hostNames: [IPAddress: String] {
        var names: [IPAddress: String] = [:]
        for host in Set(record.packets.flatMap { [$0.from.host, $0.to.host] }) {
            names[IPAddress(host)] = name(of: host)
        }
        return names
    }

    /// The last faults of the network and of servers, oldest first, after the number of earlier ones.
    private var faults: [String] {
        let lines = record.journal.entries.compactMap { entry -> String? in
            guard case .fault(let fault) = entry.event else { return nil }
            return "\(entry.time)  \(fault.target.map { "\($0): " } ?? "")\(fault.text)"
        }
        let earlier = lines.count - Self.shownFaults
        return (earlier > 0 ? ["\(earlier) earlier, which the journal has"] : []) + lines.suffix(Self.shownFaults)
    }

    /// Returns the instant of the last change of calling state of the named participants; without names, of any.
    private func lastChange(at names: [String]) -> Instant {
        performers.filter { names.isEmpty || names.contains($0.name) }.compactMap(\.callingStateSince).max() ?? .start
    }

    /// Returns the lost, damaged, refused or unanswered datagrams nearest to an instant, oldest first.
    ///
    /// Half of the list is for refusals and for messages without a reply, because a cut network loses many datagrams.
    private func troubles(near instant: Instant, _ open: Set<Int>) -> [RunRecord.Packet] {
        let distance = { (packet: RunRecord.Packet) in packet.time.duration(to: instant).nanoseconds.magnitude }
        let isRefusedOrOpen = { (packet: RunRecord.Packet) in packet.isRefusal || open.contains(packet.number) }
        let nearest = (record.packets + record.unsentPackets).filter { $0.isDamaged || isRefusedOrOpen($0) }.sorted {
            (distance($0), $0.number) < (distance($1), $1.number)
        }
        let replies = nearest.filter(isRefusedOrOpen)
        let losses = nearest.filter { !isRefusedOrOpen($0) }
        let kept = max(Self.shownTroubles / 2, Self.shownTroubles - losses.count)
        let shown = replies.prefix(kept) + losses.prefix(Self.shownTroubles - min(kept, replies.count))
        return shown.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    }

    /// The missing reply of each message that arrived, by the number of its first copy.
    private var openMessages: [Int: String] {
        let requests = requestsWithoutResponse.map { ($0, "no response") }
        return Dictionary(requests + unacknowledged.map { ($0, "no acknowledgement") }) { first, _ in first }
    }

    /// The numbers of the confirmable responses and notifications that arrived and have no acknowledgement yet.
    private var unacknowledged: Set<Int> {
        var acknowledged: Set<MessageKey> = []
        var waiting: [MessageKey: Int] = [:]
        for packet in record.packets + record.unsentPackets where packet.dissection.kind == .coap {
            guard let id = packet.dissection.messageID else { continue }
            if packet.dissection.status == nil, packet.dissection.method == nil {
                acknowledged.insert(MessageKey(sender: packet.to, receiver: packet.from, id: id))
            } else if packet.dissection.summary.hasPrefix("CON "), packet.dissection.status != nil,
                packet.fate == .received
            {
                let key = MessageKey(sender: packet.from, receiver: packet.to, id: id)
                waiting[key] = waiting[key] ?? packet.number
            }
        }
        return Set(waiting.filter { !acknowledged.contains($0.key) }.values)
    }

    private struct MessageKey: Hashable {
        let sender: SocketAddress
        let receiver: SocketAddress
        let id: Substring
    }

    /// The numbers of the requests that arrived and have no response yet, each where it was sent first.
    private var requestsWithoutResponse: Set<Int> {
        var waiting: [RequestKey: [Int]] = [:]
        for packet in record.packets where packet.dissection.kind == .coap {
            let dissection = packet.dissection
            if dissection.status != nil {
                let key = RequestKey(client: packet.to, server: packet.from, path: dissection.path)
                guard let requests = waiting[key] else { continue }
                let request = requests.firstIndex { record.packet($0)?.dissection.mayCause(dissection) ?? false }
                if let request { waiting[key]?.remove(at: request) }
            } else if dissection.method != nil, packet.fate == .received {
                let key = RequestKey(client: packet.from, server: packet.to, path: dissection.path)
                let isAgain = waiting[key]?.contains { record.packet($0)?.dissection == dissection } ?? false
                if !isAgain { waiting[key, default: []].append(packet.number) }
            }
        }
        return Set(waiting.values.joined())
    }

    private struct RequestKey: Hashable {
        let client: SocketAddress
        let server: SocketAddress
        let path: String?
    }

    private static let shownFaults = 8
    private static let shownTroubles = 8

    /// Returns the last datagrams of the named participants; without names, of all.
    private func lastDatagrams(around names: [String]) -> [RunRecord.Packet] {
        record.packets.filter { concerns($0, names) }.suffix(Self.shownDatagrams)
    }

    /// Returns the datagrams of the named participants that links delay now; without names, of all.
    private func delayedDatagrams(around names: [String]) -> [RunRecord.Packet] {
        let delayed = record.unsentPackets.filter { packet in
            if case .delayed = packet.fate { concerns(packet, names) } else { false }
        }
        return delayed.suffix(Self.shownDatagrams)
    }

    private func concerns(_ packet: RunRecord.Packet, _ names: [String]) -> Bool {
        names.isEmpty || names.contains(name(of: packet.from.host)) || names.contains(name(of: packet.to.host))
    }

    private static let shownDatagrams = 12

    /// Returns a packet as one readable line.
    func line(_ packet: RunRecord.Packet) -> String {
        let ends = "\(name(of: packet.from.host)) → \(name(of: packet.to.host))"
        let fate: String
        switch packet.fate {
        case .lost(let reason): fate = "  ✗ lost (\(reason))"
        case .sent: fate = "  … in transit"
        case .delayed(let until): fate = "  … delayed until \(until)"
        case .received: fate = ""
        case .corrupted: fate = "  corrupted"
        case .duplicated: fate = "  repeated"
        case .kernelDropped: fate = "  ✗ dropped by the kernel"
        case .undeliverable: fate = "  ✗ no receiver"
        }
        let number = packet.number > 0 ? "#\(packet.number)" : "#–"
        return "\(number)  \(packet.time)  \(ends)  \(packet.dissection.summary)\(fate)"
    }
}

extension RunRecord.Packet {
    /// True when the datagram did not arrive intact.
    fileprivate var isDamaged: Bool {
        switch fate {
        case .lost, .corrupted, .kernelDropped, .undeliverable: true
        case .sent, .delayed, .received, .duplicated: false
        }
    }

    /// True for a response that refuses its request.
    fileprivate var isRefusal: Bool {
        !dissection.isChallenge && dissection.status.map { $0.hasPrefix("4") || $0.hasPrefix("5") } ?? false
    }
}

extension Dissection {
    /// The message id in the summary of a CoAP message.
    fileprivate var messageID: Substring? { summary.split(separator: " ", maxSplits: 2).dropFirst().first }

    /// True when a response with the same path may be that of this request.
    fileprivate func mayCause(_ response: Dissection) -> Bool {
        // A response in a message of its own does not have the message id of its request. With events it is the first
        // notification of a subscription.
        if response.summary.hasPrefix("ACK ") { return response.messageID == messageID }
        return response.events.isEmpty || method == "FETCH"
    }
}
