internal import Capture

/// The model of a diagram of signalling: one lane per host, one arrow per message, in the order of time.
///
/// Every format draws this model, so the formats cannot differ.
struct Ladder {
    /// The meaning of an arrow.
    enum Look: String {
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
        let look: Look
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
    let untold: Int
}

/// A row before all names are known.
enum LadderFinding {
    case arrow(
        from: IPAddress, to: IPAddress, time: Int64, packet: Int, words: String, look: Ladder.Look, isTrouble: Bool,
        isLost: Bool)
    case remark(host: String?, time: Int64, words: String)
}

extension Ladder {
    /// Assigns the findings to lanes.
    init(_ findings: [LadderFinding], _ names: HostNames, untold: Int) {
        let (order, servers) = Self.order(findings)
        let hosts = order.filter { !servers.contains($0) } + order.filter { servers.contains($0) }
        // A participant keeps its lane when its address changes.
        let lanes = hosts.map { names.text($0).printable }.firstOfEach
        let lanesByName = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
        var lanesByHost: [IPAddress: Int] = [:]
        for host in hosts { lanesByHost[host] = lanesByName[names.text(host).printable] }
        self.lanes = lanes
        self.untold = untold
        rows = findings.compactMap { finding in
            switch finding {
            case .arrow(let from, let to, let time, let packet, let words, let look, let isTrouble, let isLost):
                guard let from = lanesByHost[from], let to = lanesByHost[to] else { return nil }
                return .arrow(
                    Arrow(
                        from: from, to: to, time: time, packet: packet, words: words, look: look, isTrouble: isTrouble,
                        isLost: isLost))
            case .remark(let host, let time, let words):
                let text = "\(host.map { "\($0): " } ?? "")\(words)".printable
                return .remark(lane: host.flatMap { lanesByName[$0.printable] }, time: time, words: text)
            }
        }
    }

    /// Returns the hosts in the order of appearance, with those that never speak first at the end.
    private static func order(_ findings: [LadderFinding]) -> (hosts: [IPAddress], servers: Set<IPAddress>) {
        var order: [IPAddress] = []
        var clients: Set<IPAddress> = []
        var known: Set<IPAddress> = []
        for case .arrow(let from, let to, _, _, _, _, _, _) in findings {
            // A host that speaks first is a client.
            if !known.contains(from) { clients.insert(from) }
            for host in [from, to] where known.insert(host).inserted { order.append(host) }
        }
        return (order, Set(order).subtracting(clients))
    }
}
