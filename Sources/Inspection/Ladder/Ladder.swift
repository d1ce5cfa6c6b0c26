internal import Capture

/// The picture of a capture's signalling: a lane a host, an arrow a message, in the order of time.
///
/// Every drawing shows this one, so that they cannot differ.
struct Ladder {
    /// What an arrow stands for.
    enum Look: String {
        /// Somebody asks.
        case request
        /// Somebody answers, or is told something.
        case answer
        /// Packets of media or of checks, many in one.
        case media
    }

    /// A message on its way, or a run of media.
    struct Arrow {
        /// The lane of the sender.
        let from: Int
        /// The lane of the receiver.
        let to: Int
        /// Nanoseconds on the capture's own time line.
        let time: Int64
        /// The packet's number, or that of the first one.
        let packet: Int
        let words: String
        let look: Look
        let isTrouble: Bool
        /// Whether it never arrived, as far as a journal tells.
        let isLost: Bool
    }

    enum Row {
        case arrow(Arrow)
        /// Something that the journal tells between two packets; the lane is that of whom it is about.
        case remark(lane: Int?, time: Int64, words: String)
    }

    /// What the hosts are called, each once, clients before servers.
    let lanes: [String]
    let rows: [Row]
    /// How many rows there were beyond those that are here.
    let untold: Int
}

/// A row of the picture as it is found, while names may still come to light.
enum LadderFinding {
    case arrow(
        from: IPAddress, to: IPAddress, time: Int64, packet: Int, words: String, look: Ladder.Look, isTrouble: Bool,
        isLost: Bool)
    case remark(host: String?, time: Int64, words: String)
}

extension Ladder {
    /// Puts the findings into lanes.
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

    /// The hosts in the order of appearance, and those that are only ever spoken to first.
    private static func order(_ findings: [LadderFinding]) -> (hosts: [IPAddress], servers: Set<IPAddress>) {
        var order: [IPAddress] = []
        var clients: Set<IPAddress> = []
        var known: Set<IPAddress> = []
        for case .arrow(let from, let to, _, _, _, _, _, _) in findings {
            // Who first speaks is a client.
            if !known.contains(from) { clients.insert(from) }
            for host in [from, to] where known.insert(host).inserted { order.append(host) }
        }
        return (order, Set(order).subtracting(clients))
    }
}
