import Timing
import Wire

/// The numbers of events on each stream.
struct EventNumbers: Specification {
    static let page = SpecificationPage(
        name: "event numbers",
        statement:
            "The events of a stream are numbered from 1, without gaps. A message may repeat events, and never leaves "
            + "one out. A new stream begins with 1, and a resumed one with the number that followed.",
        source: "semantics.md section 0, rule 12; wire.md", needsOnlyCapture: true,
        arrows: [
            .init(from: "no stream", to: "number n", guards: ["the first message of the stream that is seen"]),
            .init(from: "number n", to: "number n", guards: ["the message repeats events"]),
            .init(from: "number n", to: "number n + 1", guards: ["the number follows"]),
            .init(from: "number n", to: "number 1", guards: ["a new stream begins"]),
            .init(from: "number n", to: "number m", guards: ["a stream is resumed: `connection.ok` has the number m"]),
        ])

    private struct Stream: Hashable {
        let server: SocketAddress
        let client: SocketAddress
    }

    /// The highest number of a next event on any stream so far of each pair of addresses.
    ///
    /// A delayed or repeated message may belong to a stream that has ended, so a number up to this one is not a gap.
    private var next: [Stream: Int] = [:]
    /// The id of the last message in blocks, whose numbers are not known.
    private var blocks: [Stream: Int] = [:]
    /// The pairs of which the client has sent a request. Others, such as an intruder and a client, have no stream.
    private var asked: Set<Stream> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard case .message(let message) = observation, !run.damagesDatagrams else { return nil }
        switch message.role {
        case .request:
            asked.insert(Stream(server: message.to, client: message.from))
            return nil
        case .response: return check(message)
        case .empty: return nil
        }
    }

    private mutating func check(_ message: WireMessage) -> Refusal? {
        let stream = Stream(server: message.from, client: message.to)
        guard asked.contains(stream) else { return nil }
        guard let first = message.first else {
            // The number of a message in blocks is not known.
            if message.hasPartOfEvents { (next[stream], blocks[stream]) = (nil, message.id) }
            return nil
        }
        // A copy of a message from before the blocks says nothing of the number after them.
        if next[stream] == nil, let last = blocks[stream], (message.id - last) & 0xFFFF > 0x8000 { return nil }
        let after = first + message.eventCount
        defer { next[stream] = max(after, next[stream] ?? after) }
        guard let expected = next[stream], first > expected, !message.beginsStream else { return nil }
        return Refusal(
            "\(message.from) → \(message.to)", "the next event has the number \(first)",
            allowed: ["\(expected)", "a number before it"], refused: ["the number follows"])
    }
}
