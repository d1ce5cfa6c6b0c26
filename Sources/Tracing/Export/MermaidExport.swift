internal import Journal
internal import Wire

/// Writes the signalling of a run as a Mermaid sequence diagram, which GitHub and GitLab draw in comments.
enum MermaidExport {
    /// The most messages of a diagram; more cannot be read.
    static let maxMessages = 60

    static func text(of trace: RunTrace) -> String {
        var diagram = MermaidDiagram(trace)
        for entry in trace.entries { diagram.add(entry.event) }
        return diagram.text
    }
}

/// A sequence diagram while it is drawn.
private struct MermaidDiagram {
    private let trace: RunTrace
    private let lost: Set<Int>
    private var lines: [String] = []
    private var hosts: [String] = []
    private var names: [SocketAddress: String] = [:]
    private var messages = 0
    /// The messages so far; a retransmission has the same content.
    private var seen: Set<Message> = []

    private struct Message: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let summary: String
    }

    init(_ trace: RunTrace) {
        self.trace = trace
        lost = Self.lost(in: trace)
    }

    var text: String {
        let more = messages - MermaidExport.maxMessages
        let rest = more > 0 ? ["Note over \(anyHost): \(more) more messages"] : []
        let participants = hosts.map { "    participant \($0)\n" }.joined()
        return "sequenceDiagram\n\(participants)" + (lines + rest).map { "    \($0)\n" }.joined()
    }

    private var anyHost: String { hosts.first ?? "coordinator" }

    mutating func add(_ event: JournalEvent) {
        // Later messages are only counted, so what lies between them has no place.
        if messages > MermaidExport.maxMessages {
            if case .datagram(let datagram) = event { add(datagram) }
            return
        }
        switch event {
        case .step(let step) where step.phase == .began:
            lines.append("Note over \(anyHost): step \(step.index): \(step.text.mermaid)")
        case .state(let change) where change.property == "callingState":
            let participant = change.participant.mermaid
            note(participant)
            lines.append("Note over \(participant): \("\(change.to)".mermaid)")
        case .fault(let fault):
            let target = fault.target?.mermaid
            lines.append("Note over \(target ?? anyHost): \(fault.text.mermaid)")
            note(target ?? "coordinator")
        case .datagram(let datagram): add(datagram)
        default: break
        }
    }

    private mutating func add(_ datagram: JournalEvent.Datagram) {
        guard datagram.fate == .sent, let summary = datagram.summary, Self.isMessage(summary),
            seen.insert(Message(from: datagram.from, to: datagram.to, summary: summary)).inserted
        else { return }
        messages += 1
        guard messages <= MermaidExport.maxMessages else { return }
        let (from, to) = (name(of: datagram.from), name(of: datagram.to))
        note(from)
        note(to)
        let isLost = datagram.number.map { lost.contains($0) } ?? false
        lines.append("\(from)\(Self.arrow(summary, isLost))\(to): \(Self.body(of: summary).mermaid)")
    }

    private mutating func name(of address: SocketAddress) -> String {
        if let name = names[address] { return name }
        let name = trace.name(of: address).mermaid
        names[address] = name
        return name
    }

    private mutating func note(_ host: String) {
        if !hosts.contains(host) { hosts.append(host) }
    }

    private static func lost(in trace: RunTrace) -> Set<Int> {
        Set(
            trace.entries.compactMap { entry in
                guard case .datagram(let datagram) = entry.event else { return nil }
                switch datagram.fate {
                case .lost, .undeliverable, .kernelDropped: return datagram.number
                case .sent, .delayed, .received, .corrupted, .duplicated: return nil
                }
            })
    }

    /// True for requests, responses and notifications, but not for empty acknowledgements and checks of paths.
    private static func isMessage(_ summary: String) -> Bool {
        let isCoAP = summary.hasPrefix("CON ") || summary.hasPrefix("NON ") || summary.hasPrefix("ACK ")
        return isCoAP && summary.utf8.dropFirst(4).contains(UInt8(ascii: " "))
    }

    private static func arrow(_ summary: String, _ isLost: Bool) -> String {
        let isResponse = summary.hasPrefix("ACK")
        return isLost ? (isResponse ? "--x" : "-x") : (isResponse ? "-->>" : "->>")
    }

    /// The message without its type and number.
    private static func body(of summary: String) -> String {
        summary.split(separator: " ").dropFirst(2).joined(separator: " ")
    }
}

extension String {
    /// The text as Mermaid shows it: `;` ends a statement, and `#` begins a character's code.
    fileprivate var mermaid: String {
        replacing("#", with: "#35;").replacing(";", with: "#59;").replacing("\n", with: " ").withoutCommands()
    }
}
