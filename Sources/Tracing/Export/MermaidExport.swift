internal import Journal
internal import Wire

/// Writes the signalling of a run as a Mermaid sequence diagram, which GitHub and GitLab draw in comments.
enum MermaidExport {
    /// The most messages of a diagram; more cannot be read.
    static let maxMessages = 60

    static func text(of trace: RunTrace) -> String {
        var (lines, hosts, messages): ([String], [String], Int) = ([], [], 0)
        let lost = self.lost(in: trace)
        var seen: Set<String> = []
        for (index, entry) in trace.entries.enumerated() {
            switch entry.event {
            case .step(let step) where step.phase == .began:
                lines.append("Note over \(hosts.first ?? "coordinator"): step \(step.index): \(step.text.mermaid)")
            case .state(let change) where change.property == "callingState":
                let participant = change.participant.mermaid
                note(participant, &hosts)
                lines.append("Note over \(participant): \("\(change.to)".mermaid)")
            case .fault(let fault):
                let target = fault.target?.mermaid
                lines.append("Note over \(target ?? hosts.first ?? "coordinator"): \(fault.text.mermaid)")
                note(target ?? "coordinator", &hosts)
            case .datagram(let datagram):
                guard datagram.fate == .sent, let summary = datagram.summary, isMessage(summary) else { continue }
                let (from, to) = (trace.name(of: datagram.from).mermaid, trace.name(of: datagram.to).mermaid)
                guard seen.insert(from + " " + to + " " + summary).inserted else { continue }
                messages += 1
                guard messages <= maxMessages else { continue }
                note(from, &hosts)
                note(to, &hosts)
                let isLost = datagram.number.map { lost.contains($0) } ?? false
                lines.append("\(from)\(arrow(summary, isLost))\(to): \(body(of: summary).mermaid)")
            default: continue
            }
            if messages > maxMessages, index == trace.entries.count - 1 { break }
        }
        let more = messages - maxMessages
        if more > 0 { lines.append("Note over \(hosts.first ?? "coordinator"): \(more) more messages") }
        let participants = hosts.map { "    participant \($0)\n" }.joined()
        return "sequenceDiagram\n\(participants)" + lines.map { "    \($0)\n" }.joined()
    }

    private static func note(_ host: String, _ hosts: inout [String]) {
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
