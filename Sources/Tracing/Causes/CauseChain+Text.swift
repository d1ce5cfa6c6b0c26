internal import Journal
internal import Timing
internal import Wire

extension CauseChain {
    /// The chain in at most ``maxLines`` lines.
    package var text: String {
        let after = laterFailureLines
        let shown = Self.shortened(lines, to: Self.maxLines - 1 - after.count)
        let width = shown.map(\.time.count).max() ?? 0
        let rows = shown.enumerated().map { index, line in
            let time = String(repeating: " ", count: width - line.time.count) + line.time
            return "  \(time)  \(index == 0 ? " " : "←") \(line.text)\n"
        }
        return (["\(headline)\n"] + rows + after.map { "  \($0)\n" }).joined()
    }

    private struct Line {
        var time: String
        var text: String
    }

    private var headline: String {
        "\(change.participant).\(change.property) is \(Self.written(change.to)) since \(time)"
    }

    /// A line for each link; the sending and the arrival of a datagram share one.
    private var lines: [Line] {
        var lines: [Line] = []
        for (index, entry) in links.enumerated() {
            if case .datagram(let datagram) = entry.event, datagram.fate == .received,
                links.indices.contains(index + 1), case .datagram(let sent) = links[index + 1].event
            {
                let delay = entry.time == links[index + 1].time ? "" : ", received at \(entry.time)"
                let again = sent.number == datagram.number ? "" : ", sent again as #\(datagram.number ?? 0)"
                lines.append(Line(time: "\(links[index + 1].time)", text: text(of: sent) + again + delay))
                continue
            }
            if case .datagram(let datagram) = entry.event, datagram.fate == .sent, index > 0,
                case .datagram = links[index - 1].event
            {
                continue
            }
            lines.append(Line(time: "\(entry.time)", text: text(of: entry.event)))
        }
        return lines
    }

    /// The first and the last lines, with the number of those between them.
    private static func shortened(_ lines: [Line], to count: Int) -> [Line] {
        guard lines.count > count, count > 3 else { return lines }
        let left = lines.count - count + 1
        return lines.prefix(count - 3) + [Line(time: "", text: "\(left) more")] + lines.suffix(2)
    }

    /// At most two lines about the time after the change.
    private var laterFailureLines: [String] {
        guard let last = laterFailures.last else { return [] }
        let count = laterFailures.count
        let first = count > 1 ? "after it: \(count) failures and faults, the last one at" : "after it:"
        return ["\(first) \(last.time)  \(text(of: last.event))"]
    }

    private static func written(_ value: JournalValue) -> String {
        let text = "\(value)"
        return text.isEmpty ? "empty" : text
    }

    private func text(of event: JournalEvent) -> String {
        switch event {
        case .state(let change):
            "\(change.participant).\(change.property): \(Self.written(change.from)) → \(Self.written(change.to))"
        case .event(let event): "event \(event.type) at \(event.participant)"
        case .datagram(let datagram): text(of: datagram)
        case .call(let call): "command \(call.participant): \(call.name)"
        case .returned(let returned):
            "\(returned.participant): \(returned.name ?? "command") \(Self.text(of: returned))"
        case .timer(let timer): "timer of \(timer.owner): \(timer.label) \(Self.text(of: timer.phase))"
        case .fault(let fault): "fault: \(fault.target.map { "\($0): " } ?? "")\(fault.text)"
        case .step(let step): "step \(step.index), \(step.file.map { "\($0), " } ?? "")line \(step.line): \(step.text)"
        case .log(let log): "\(log.source.map { "\($0): " } ?? "")\(log.name)"
        case .notification(let notification): "notification \(notification.name) at \(notification.participant)"
        case .expectation(let expectation): "expectation \(expectation.text)"
        case .runStarted, .datagrams, .verdict: ""
        }
    }

    private func text(of datagram: JournalEvent.Datagram) -> String {
        let number = datagram.number.map { "#\($0) " } ?? ""
        let fate =
            switch datagram.fate {
            case .lost(let reason): reason.isEmpty ? ", lost" : ", lost: \(reason)"
            case .corrupted: ", damaged"
            case .kernelDropped: ", dropped by the kernel"
            case .undeliverable: ", undeliverable"
            case .sent, .delayed, .received, .duplicated: ""
            }
        let summary = datagram.summary ?? summary(of: datagram) ?? datagram.byteCount.counted("byte")
        return "\(number)\(trace.name(of: datagram.from)) → \(trace.name(of: datagram.to))  \(summary)\(fate)"
    }

    /// The content of a datagram, which only the entry of its sending has.
    private func summary(of datagram: JournalEvent.Datagram) -> String? {
        trace.entries.lazy.compactMap { entry -> String? in
            guard case .datagram(let other) = entry.event, other.number == datagram.number else { return nil }
            return other.summary
        }.first
    }

    private static func text(of returned: JournalEvent.Returned) -> String {
        switch returned.outcome {
        case .value(let value): "returned \(written(value))"
        case .thrown(let type, let message): "threw \(type): \(message)"
        }
    }

    private static func text(of phase: JournalEvent.Timer.Phase) -> String {
        switch phase {
        case .armed(let until): "armed until \(until)"
        case .fired: "fired"
        case .cancelled: "cancelled"
        }
    }
}
