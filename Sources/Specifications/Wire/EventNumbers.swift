import Timing
import Wire

/// The numbers of events on each stream.
struct EventNumbers: Specification {
    static let page = SpecificationPage(
        name: "event numbers",
        statement:
            "The events of a stream are numbered from 1, without gaps. A message may repeat events, and never leaves "
            + "one out. A new stream begins with 1, and a resumed one with the number of the last handled event.",
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

    /// The highest number that the next event of each pair of addresses may have, on any of its streams so far.
    ///
    /// A delayed or repeated message may belong to a stream that has ended, so a lower number is not a gap.
    private var next: [Stream: Int] = [:]
    /// The value of `next` before the pair's newest stream began; nil when the value is not known.
    private var former: [Stream: Int?] = [:]
    /// The id of a server's newest message, once it has sent events in blocks. Their numbers are not known.
    private var newest: [Stream: Int] = [:]
    /// The pairs in which the client has sent a request. Other pairs, such as an intruder and a client, have no stream.
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
            guard message.hasPartOfEvents, isCurrent(message, on: stream) else { return nil }
            next[stream] = nil
            if !message.isAcknowledgement { newest[stream] = message.id }
            return nil
        }
        guard isCurrent(message, on: stream) else { return nil }
        let after = first + message.eventCount
        if message.beginsStream, next[stream] != nil || newest[stream] != nil {
            former.updateValue(next[stream], forKey: stream)
        }
        defer { next[stream] = max(after, next[stream] ?? after) }
        guard let expected = next[stream], first > expected, !message.beginsStream else { return nil }
        guard !continuesFormer(first, on: stream) else {
            former[stream] = after
            return nil
        }
        return Refusal(
            "\(message.from) → \(message.to)", "the next event has the number \(first)",
            allowed: ["\(expected)", "a number before it"], refused: ["the number follows"])
    }

    /// True when a number continues a former stream of the client, which the server keeps for a time.
    ///
    /// The client may have had another port on that stream.
    private func continuesFormer(_ first: Int, on stream: Stream) -> Bool {
        if let number = former[stream], number == nil || number == first { return true }
        return next.contains { other, number in
            number == first && other.server == stream.server && other.client.host == stream.client.host
        }
    }

    /// False for a delayed or repeated message that is older than the newest one.
    ///
    /// Such a message may belong to a stream that has ended. An acknowledgement has the id of its request, so its id
    /// does not show its age.
    private mutating func isCurrent(_ message: WireMessage, on stream: Stream) -> Bool {
        guard let last = newest[stream], !message.isAcknowledgement else { return true }
        guard (message.id - last) & 0xFFFF <= 0x8000 else { return false }
        newest[stream] = message.id
        return true
    }
}
