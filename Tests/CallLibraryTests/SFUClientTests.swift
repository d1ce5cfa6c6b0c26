import CallCore
import Signaling
import Testing
import Timing
import Wire

@testable import CallLibrary

/// One session on one SFU: its reports, its health and its end.
@MainActor
@Suite struct SFUClientTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = SeenTexts()

    private func session(of client: StreamVideo) throws -> SFUClient {
        try client.makeSFUClient(sessionId: "s", ServingSocket.sfu) { [seen] _, report in
            switch report {
            case .event(let event): seen.texts.append(event.type)
            case .counts(let count): seen.texts.append("counts \(count.total)")
            case .unreadable: seen.texts.append("unreadable")
            case .lost(let loss): seen.texts.append("lost \(loss)")
            }
        }
    }

    private func joined() async throws -> SFUClient {
        let sfu = try session(of: served.client())
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        return sfu
    }

    @Test func `a session that was joined without a task loses its stream when the SFU ends it`() async throws {
        let sfu = try session(of: served.client())
        _ = sfu.join(SFUJoinRequest { $0.sessionId = "s" }) { [seen] outcome in
            if case .success = outcome { seen.texts.append("joined") }
        }
        await served.settle()
        socket.endStream()
        await served.settle()
        #expect(seen.texts.first == "joined" && seen.texts.last == "lost stream")
        sfu.close()
    }

    @Test func `a session whose first response cannot be read has no observation`() async throws {
        socket.answers["sfu/join"] = (.content, [0xFF])
        let client = served.client()
        let sfu = try session(of: client)
        await #expect(throws: RequestError.self) { try await sfu.join(SFUJoinRequest { $0.sessionId = "s" }) }
        #expect(client.pendingExchanges == 0 && !sfu.isListening)
    }

    @Test(arguments: [
        (APIError.Code.notAllowed, true, ["lost signal"]), (.notAllowed, false, ["lost signal"]),
        (.addressUnproven, true, []), (.addressUnproven, false, ["lost signal"]),
    ])
    func `a refused health request loses the signal, unless a media path can verify the address`(
        code: APIError.Code, hasPath: Bool, reports: [String]
    ) async throws {
        let sfu = try await joined()
        sfu.proveAddress = { hasPath }
        socket.answers["sfu/health"] = Self.refusal(code)
        await served.pass(.seconds(5))
        #expect(seen.texts == reports)
        sfu.close()
    }

    private static let events: [(SFUEvent, isReported: Bool)] = [
        (.dominantSpeakerChanged(ParticipantReference()), true), (.audioLevelChanged([]), true),
        (.participantJoined(participant("bob", "b")), false), (.participantLeft(participant("bob", "b")), false),
    ]

    @Test(arguments: 0..<4)
    func `counts are reported unless a participant joined or left since their request`(row: Int) async throws {
        let (event, isReported) = Self.events[row]
        let sfu = try await joined()
        let response = SFUHealthResponse { $0.participantCount = ParticipantCount { $0.total = 3 } }
        socket.answers["sfu/health"] = (.changed, response.encoded())
        socket.isHolding = true
        await served.pass(.seconds(5))
        socket.notify([event], first: 1)
        await served.settle()
        socket.release()
        await served.settle()
        #expect(seen.texts == [event.type] + (isReported ? ["counts 3"] : []))
        sfu.close()
    }

    @Test func `an event that the next batch has again is reported once`() async throws {
        let sfu = try await joined()
        let events = Self.events.map(\.0)
        socket.notify(Array(events[0...2]), first: 1)
        socket.notify(Array(events[2...3]), first: 3)
        socket.notify(events, first: 1)
        await served.settle()
        #expect(seen.texts == events.map(\.type))
        sfu.close()
    }

    @Test func `a session that is closed has no timer`() async throws {
        let sfu = try await joined()
        let before = scheduler.pending
        sfu.close()
        #expect(scheduler.pending == before - 2)
    }

    @Test func `a refused leave is repeated with the token when the address is unverified, and not otherwise`()
        async throws
    {
        let refusals = [Self.refusal(.addressUnproven), Self.refusal(.notFound), (CoAP.Code.unauthorized, [0xFF])]
        for (refusal, count) in zip(refusals, [2, 1, 1]) {
            let sfu = try await joined()
            socket.answers["sfu/leave"] = refusal
            let before = socket.count(of: "sfu/leave")
            sfu.leave(reason: "over")
            await served.settle()
            #expect(socket.count(of: "sfu/leave") == before + count)
        }
        let tokens = try socket.requests.filter { $0.path == "sfu/leave" }
            .map { try SFULeaveRequest(decoding: $0.message.payload).token }
        #expect(tokens == [nil, [1], nil, nil])
    }
}
