internal import Tracing

/// A breakpoint on datagrams or timers as a user writes it: `datagram TEXT` or `timer TEXT`.
struct EntryBreakpoint {
    /// The reason that a text is not such a breakpoint.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let breakpoint: Playback.Breakpoint
    /// The number of entries of the run at which it stops.
    let count: Int

    init(_ text: String, in playback: Playback) throws(Problem) {
        let words = text.split(separator: " ").map(String.init)
        let rest = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "datagram" where !rest.isEmpty: breakpoint = .datagram(Playback.SearchedWords(rest))
        case "timer" where !rest.isEmpty: breakpoint = .timer(Playback.SearchedWords(rest))
        default: throw Problem(description: "write `datagram` or `timer` and words, such as `datagram bob lost`")
        }
        count = playback.count(of: breakpoint)
        guard count > 0 else {
            throw Problem(description: "no \(words[0]) of this run has the words `\(rest)`")
        }
    }
}
