internal import Journal
internal import Telephony

/// SIP messages in words.
enum SIPText {
    /// Returns the first line in short, the media and the relation to earlier packets.
    static func line(_ signal: SIPSignal) -> String {
        var line = words(signal)
        if let copy = signal.copy {
            line += " (\(copy.isRetransmission ? "retransmission" : "copy") of \(copy.number))"
        } else if let answers = signal.answers {
            line += " (to \(answers))"
        }
        return line
    }

    /// Returns the first line in short, and the media.
    static func words(_ signal: SIPSignal) -> String {
        guard signal.role != .malformed, let message = signal.message else {
            return "malformed SIP: \(signal.problem.map { "\($0)".printable } ?? "")"
        }
        let media = signal.description?.media.map(\.kind).joined(separator: ", ") ?? ""
        return start(message, signal).printable + (media.isEmpty ? "" : " [\(media)]".printable)
    }

    private static func start(_ message: SIP.Message, _ signal: SIPSignal) -> String {
        switch message.startLine {
        case .request(let method, let uri): "\(method) \(uri)"
        case .response(let code, let reason):
            "\(code) \(reason)".trimmingEnd + (signal.method.map { " of \($0)" } ?? "")
        }
    }

    /// Returns the layers of a message as lines.
    static func lines(_ signal: SIPSignal) -> [String] {
        guard let message = signal.message else {
            return ["SIP: malformed, \(signal.problem.map { "\($0)".printable } ?? "")"]
        }
        var lines = ["SIP: \(start(message, signal).printable)"]
        lines += message.headers.map { "  \($0.name): \($0.value)".printable }
        if let problem = signal.problem { lines.append("  malformed: \("\(problem)".printable)") }
        if let relation = relation(signal) { lines.append("  \(relation)") }
        return lines + body(message, signal)
    }

    private static func relation(_ signal: SIPSignal) -> String? {
        if let copy = signal.copy {
            return "\(copy.isRetransmission ? "retransmission" : "copy") of packet \(copy.number)"
        }
        guard let answers = signal.answers else { return nil }
        return "to packet \(answers)" + (signal.waited.map { ", \(Seconds.text($0)) after it" } ?? "")
    }

    private static func body(_ message: SIP.Message, _ signal: SIPSignal) -> [String] {
        guard !message.body.isEmpty else { return [] }
        let body = ["body: \(message.body.count.counted("byte")) of \((message.contentType ?? "no type").printable)"]
        guard let description = message.sessionDescription else { return body }
        let problem = signal.descriptionProblem.map { ["  malformed: \("\($0)".printable)"] } ?? []
        let text = String(decoding: description, as: UTF8.self)
        return (description.count < message.body.count ? body : [])
            + ["SDP: \(description.count.counted("byte"))"]
            + text.split(whereSeparator: \.isNewline).map { "  \($0)".printable } + problem
    }
}
