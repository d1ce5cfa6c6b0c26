internal import Capture

/// The model of a diagram of signalling: one lane per host, one arrow per message, in the order of time.
///
/// Every format draws this model, so the formats cannot differ.
struct Ladder {
    /// The meaning of an arrow.
    enum Style: String {
        /// A request.
        case request
        /// A response or a notification.
        case answer
        /// Several packets of media or connectivity checks.
        case media
    }

    /// A message, or a sequence of media packets.
    struct Arrow {
        /// The sender's lane.
        let from: Int
        /// The receiver's lane.
        let to: Int
        /// The time in nanoseconds on the capture's time line.
        let time: Int64
        /// The number of the first packet.
        let packet: Int
        let words: String
        let style: Style
        let isTrouble: Bool
        /// True when a journal says that the message was lost.
        let isLost: Bool
    }

    enum Row {
        case arrow(Arrow)
        /// A note from the journal between two packets, at the lane of its participant.
        case remark(lane: Int?, time: Int64, words: String)
    }

    /// The names of the hosts, clients before servers.
    let lanes: [String]
    let rows: [Row]
    /// The number of rows beyond the limit.
    let omitted: Int
}

/// A row before all names are known.
enum LadderFinding {
    case arrow(
        from: UDPEndpoint, to: UDPEndpoint, time: Int64, packet: Int, words: String, style: Ladder.Style,
        isTrouble: Bool, isLost: Bool)
    case remark(host: String?, time: Int64, words: String)
}

extension Ladder {
    /// Assigns the findings to lanes.
    init(_ findings: [LadderFinding], _ names: HostNames, omitted: Int) {
        let shared = Self.sharedHosts(findings)
        let (order, servers) = Self.order(findings, shared)
        let ends = order.filter { !servers.contains($0) } + order.filter { servers.contains($0) }
        let name = { (end: LadderEnd) in end.name(names).printable }
        // A participant keeps its lane when its address changes.
        let lanes = ends.map(name).firstOfEach
        let lanesByName = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
        var lanesByEnd: [LadderEnd: Int] = [:]
        for end in ends { lanesByEnd[end] = lanesByName[name(end)] }
        self.lanes = lanes
        self.omitted = omitted
        rows = findings.compactMap { finding in
            switch finding {
            case .arrow(let from, let to, let time, let packet, let words, let style, let isTrouble, let isLost):
                guard let from = lanesByEnd[LadderEnd(from, shared)], let to = lanesByEnd[LadderEnd(to, shared)] else {
                    return nil
                }
                return .arrow(
                    Arrow(
                        from: from, to: to, time: time, packet: packet, words: words, style: style,
                        isTrouble: isTrouble, isLost: isLost))
            case .remark(let host, let time, let words):
                let text = "\(host.map { "\($0): " } ?? "")\(words)".printable
                return .remark(lane: host.flatMap { lanesByName[$0.printable] }, time: time, words: text)
            }
        }
    }

    /// Returns the hosts on which several programs talk to each other.
    private static func sharedHosts(_ findings: [LadderFinding]) -> Set<IPAddress> {
        var shared: Set<IPAddress> = []
        for case .arrow(let from, let to, _, _, _, let style, _, _) in findings
        where from.host == to.host && style != .media { shared.insert(from.host) }
        return shared
    }

    /// Returns the ends in the order of appearance, and those that never speak first.
    private static func order(
        _ findings: [LadderFinding], _ shared: Set<IPAddress>
    ) -> (ends: [LadderEnd], servers: Set<LadderEnd>) {
        var order: [LadderEnd] = []
        var clients: Set<LadderEnd> = []
        var known: Set<LadderEnd> = []
        for case .arrow(let from, let to, _, _, _, _, _, _) in findings {
            let (from, to) = (LadderEnd(from, shared), LadderEnd(to, shared))
            // An end that speaks first is a client.
            if !known.contains(from) { clients.insert(from) }
            for end in [from, to] where known.insert(end).inserted { order.append(end) }
        }
        return (order, Set(order).subtracting(clients))
    }
}

/// The end of an arrow: a host, or one program of a host that several share.
private struct LadderEnd: Hashable {
    private let host: IPAddress
    private let port: UInt16?

    init(_ endpoint: UDPEndpoint, _ shared: Set<IPAddress>) {
        host = endpoint.host
        port = shared.contains(endpoint.host) ? endpoint.port : nil
    }

    func name(_ names: HostNames) -> String {
        guard let port else { return names.text(host) }
        return UDPEndpoint(host: host, port: port).description
    }
}
