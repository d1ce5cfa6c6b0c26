internal import Capture

/// Draws the rows of a ladder so that they fit the width.
struct LadderDrawing {
    private let rows: [LadderView.Row]
    private let options: ViewOptions
    private let lanes: [String]
    private let places: [IPAddress: Int]
    private let laneWidth: Int
    private let hidden: Int
    private let laneNames: [String: Int]

    private static let timeWidth = 10
    private static let leastText = 30

    init(_ rows: [LadderView.Row], _ names: HostNames, _ options: ViewOptions) {
        self.rows = rows
        self.options = options
        let (order, servers) = Self.order(rows)
        let hosts = order.filter { !servers.contains($0) } + order.filter { servers.contains($0) }
        // A participant keeps its lane when its address changes.
        let texts = hosts.map { names.text($0).printable }.firstOfEach
        let longest = texts.map(\.count).max() ?? 0
        let space = max(0, options.width - Self.timeWidth - Self.leastText)
        let width = min(max(longest + 3, 10), max(5, space / max(1, texts.count)), 18)
        let capacity = max(2, space / width)
        lanes = Array(texts.prefix(capacity))
        hidden = texts.count - lanes.count
        laneWidth = width
        let indices = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
        laneNames = indices
        var places: [IPAddress: Int] = [:]
        for host in hosts { places[host] = indices[names.text(host).printable] }
        self.places = places
    }

    /// The hosts in the order of appearance, and those to whom more requests go than come.
    private static func order(_ rows: [LadderView.Row]) -> (hosts: [IPAddress], servers: Set<IPAddress>) {
        var order: [IPAddress] = []
        var peers: [IPAddress: Set<IPAddress>] = [:]
        for case .arrow(let from, let to, _, _, _) in rows {
            for (host, peer) in [(from, to), (to, from)] {
                if peers[host] == nil { order.append(host) }
                peers[host, default: []].insert(peer)
            }
        }
        // Who first speaks is a client; who is only ever spoken to first is a server.
        var clients: Set<IPAddress> = []
        var known: Set<IPAddress> = []
        for case .arrow(let from, let to, _, _, _) in rows {
            if !known.contains(from) { clients.insert(from) }
            known.formUnion([from, to])
        }
        return (order, Set(order).subtracting(clients))
    }

    var lines: [String] {
        guard !lanes.isEmpty || !rows.isEmpty else { return ["nothing to show"] }
        var lines = [options.bold(header)]
        for row in rows {
            switch row {
            case .arrow(let from, let to, let time, let words, let isTrouble):
                guard let line = arrow(from: from, to: to, time: time, words: words, isTrouble: isTrouble) else {
                    continue
                }
                lines.append(line)
            case .remark(let host, let time, let words):
                lines.append(remark(host, time, words))
            }
        }
        if hidden > 0 {
            lines.append("\(hidden) more hosts do not fit: select with --participant, or widen the terminal")
        }
        return lines
    }

    private var header: String {
        let names = lanes.map { $0.cut(to: laneWidth - 1).rightPadded(to: laneWidth) }.joined()
        return ("time s".leftPadded(to: Self.timeWidth - 2) + "  " + names).trimmingEnd
    }

    private func arrow(from: IPAddress, to: IPAddress, time: Int64, words: String, isTrouble: Bool) -> String? {
        guard let start = places[from], let end = places[to] else { return nil }
        var canvas = empty
        let left = min(start, end) * laneWidth
        let right = max(start, end) * laneWidth
        if left == right {
            canvas[left] = "↺"
        } else {
            for column in left + 1..<right { canvas[column] = canvas[column] == "│" ? "┼" : "─" }
            canvas[left] = start < end ? "├" : "◄"
            canvas[right] = start < end ? "►" : "┤"
        }
        let line = prefix(time) + String(canvas) + " "
        let room = options.width - line.count
        let text = words.cut(to: room)
        return line + (isTrouble ? options.red(text) : text)
    }

    private func remark(_ host: String?, _ time: Int64, _ words: String) -> String {
        var canvas = empty
        if let place = host.flatMap({ laneNames[$0.printable] }) { canvas[place * laneWidth] = "●" }
        let text = "* \(host.map { "\($0): " } ?? "")\(words)".printable
        let line = prefix(time) + String(canvas) + " "
        return line + text.cut(to: options.width - line.count)
    }

    private var empty: [Character] {
        var canvas = [Character](repeating: " ", count: max(1, (lanes.count - 1) * laneWidth + 1))
        for index in lanes.indices { canvas[index * laneWidth] = "│" }
        return canvas
    }

    private func prefix(_ time: Int64) -> String {
        Seconds.bare(time).leftPadded(to: Self.timeWidth - 2) + "  "
    }
}
