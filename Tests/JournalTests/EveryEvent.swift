import Journal
import Timing
import Wire

/// One event of every kind and outcome, with all that it can hold.
enum EveryEvent {
    private static let host = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    private static let attributes = [JournalAttribute("planted", 1)]
    private static let fates: [JournalEvent.Datagram.Fate] = [
        .sent, .delayed(until: .start), .received, .lost(reason: "r"), .corrupted, .duplicated, .kernelDropped,
        .undeliverable,
    ]

    static let all: [JournalEvent] =
        [
            .runStarted(.init(scenario: "s", file: "f", seed: 1, clock: "virtual")),
            .step(.init(index: 1, line: 1, text: "t", phase: .began)),
            .call(.init(participant: "p", call: 1, name: "n", arguments: attributes)),
            .returned(.init(participant: "p", call: 1, name: "n", outcome: .value(1))),
            .returned(.init(participant: "p", call: 1, outcome: .thrown(type: "t", message: "m"))),
            .state(.init(participant: "p", property: "q", from: 1, to: 2, cause: 1)),
            .event(.init(participant: "p", type: "t", cid: "c", datagram: 1)),
            .datagrams(
                .init(
                    from: host, to: host, ssrc: 1, numbers: 1...2, sent: 2, received: 1, delayed: 1, byteCount: 3)),
            .fault(.init(target: "p", text: "t")),
            .timer(.init(owner: "p", label: "l", phase: .armed(until: .start))),
            .timer(.init(owner: "p", label: "l", phase: .fired)),
            .timer(.init(owner: "p", label: "l", phase: .cancelled)),
            .notification(.init(participant: "p", name: "n", attributes: attributes)),
            .log(.init(source: "p", name: "n", attributes: attributes)),
            .expectation(.init(index: 1, line: 1, text: "t", outcome: .held)),
            .expectation(.init(index: 1, line: 1, text: "t", outcome: .failed(expected: "e", actual: "a"))),
            .verdict(.init(kind: .failed, reason: "r")),
        ]
        + fates.map {
            .datagram(.init(number: 1, from: host, to: host, byteCount: 1, fate: $0, summary: "s"))
        }
}
