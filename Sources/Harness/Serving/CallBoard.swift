internal import BackendCore
internal import Journal
internal import Timing

/// The list of a backend's calls on the standard output: updated in place on a terminal, printed again after each
/// change elsewhere.
struct CallBoard {
    /// The number of columns of the terminal; nil where the cursor cannot move.
    private let width: Int?
    private var shown: [String]?

    init(width: Int?) { self.width = width }

    /// Returns the text that shows the calls at a date; empty when they are shown already.
    mutating func text(_ calls: [CallReading], after time: Duration) -> String {
        let lines = Self.lines(of: calls)
        guard lines != shown else { return "" }
        defer { shown = lines }
        guard let width else {
            return (["\(time.inSeconds)  \(lines[0])"] + lines.dropFirst()).joined(separator: "\n") + "\n"
        }
        let clearing = shown.map { "\u{1B}[\($0.count)A\r\u{1B}[J" } ?? ""
        return clearing + lines.map { $0.prefix(width - 1) + "\n" }.joined()
    }

    private static func lines(of calls: [CallReading]) -> [String] {
        let count = calls.count
        guard count > 0 else { return ["no calls"] }
        let column = min(40, calls.map { "\($0.cid)".count }.max() ?? 0)
        return ["\(count) call\(count == 1 ? "" : "s")"]
            + calls.map { call in
                let cid = "\(call.cid)".withoutCommands()
                let pad = String(repeating: " ", count: max(0, column - cid.count))
                return "  \(cid)\(pad)  \(state(of: call).withoutCommands())"
            }
    }

    private static func state(of call: CallReading) -> String {
        var parts: [String] = []
        if !call.participants.isEmpty { parts.append("in call: \(call.participants.joined(separator: ", "))") }
        if !call.ringing.isEmpty { parts.append("ringing: \(call.ringing.joined(separator: ", "))") }
        if parts.isEmpty { parts.append("idle, with \(call.members.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
