import CallCore
import Signaling
import Testing
import Timing
import Wire

@testable import CallLibrary

/// Reconnects, migrations and leaves of a joined call, as its SFUs see them.
@MainActor
@Suite struct ReconnectsOfAClientTests: ServedClientSuite {
    let served = ServedClient()

    private var entries: [SFUJoinRequest] {
        socket.requests.filter { $0.path == "sfu/join" }
            .compactMap { try? SFUJoinRequest(decoding: $0.message.payload) }
    }

    /// A session that no fast reconnect continues.
    private func short(_ participants: [SFUParticipant] = []) -> (CoAP.Code, [UInt8]) {
        let response = SFUJoinResponse.alone {
            $0.fastReconnectDeadline = .zero
            $0.callState.participants = participants
        }
        return (.content, response.encoded())
    }

    private func lose() async {
        socket.endStream()
        await served.settle()
    }

    @Test func `a leave during a migration reaches both SFUs`() async throws {
        let call = try await joined()
        let other = JoinCallResponse.admission {
            $0.credentials.edgeName = "sfu-2"
            $0.credentials.host = "127.0.1.2"
        }
        socket.answers[Self.path + "/join"] = (.changed, other.encoded())
        socket.notify([.goAway(.unspecified)], first: 1)
        await served.settle()
        #expect(call.sfu?.name == "sfu-2")
        call.leave()
        await served.settle()
        let hosts = socket.requests.filter { $0.path == "sfu/leave" }.map { "\($0.peer.host)" }
        #expect(hosts.sorted() == ["127.0.1.1", "127.0.1.2"])
    }

    @Test func `a reconnecting client has the source of its configuration`() async throws {
        var configuration = CallConfiguration()
        configuration.participantSource = .rtmp
        let call = try await joined(configuration)
        await lose()
        #expect(entries.map(\.fastReconnect) == [false, true])
        #expect(entries.map(\.source) == [.rtmp, .rtmp])
        call.leave()
    }

    @Test func `a session whose stream was lost is replaced without a leave`() async throws {
        socket.answers["sfu/join"] = short()
        let call = try await joined()
        for _ in 0..<2 { await lose() }
        #expect(Set(entries.map(\.sessionId)).count == 3)
        #expect(socket.count(of: "sfu/leave") == 0)
        call.leave()
    }

    @Test func `a session that was replaced does not return with the SFU's list`() async throws {
        socket.answers["sfu/join"] = short()
        let call = try await joined()
        socket.answers["sfu/join"] = short([Self.participant("alice", call.state.values.sessionId)])
        await lose()
        #expect(entries.count == 2 && call.state.values.participants.isEmpty)
        #expect(!served.entries.contains { $0.contains("+alice") })
        call.leave()
    }

    @Test func `a fast reconnect whose response cannot be read is traced, and tried again`() async throws {
        let call = try await joined()
        socket.answers["sfu/join"] = (.content, [0xFF])
        await lose()
        socket.answers = [:]
        await served.pass(.seconds(1))
        #expect(entries.map(\.fastReconnect) == [false, true, true])
        #expect(Set(entries.map(\.sessionId)).count == 1 && call.state.connectionPhase == .connected)
        let failures = served.marks.filter { $0.name == "call.reconnection.failed" }.map(\.details)
        #expect(failures.count == 1 && failures.first?.first?.hasPrefix("error=") == true)
        call.leave()
    }

    private static let refusals: [(APIError.Code, String?)] = [
        (.callEnded, "ended"), (.callNotFound, "ended"), (.notAllowed, "refused: no"), (.tokenExpired, nil),
        (.connectionNotFound, nil), (.internalError, nil),
    ]

    @Test(arguments: 0..<6)
    func `a rejoin that is refused ends the call unless a later one may succeed`(row: Int) async throws {
        let (code, reason) = Self.refusals[row]
        socket.answers["sfu/join"] = short()
        let call = try await joined()
        socket.answers[Self.path + "/join"] = Self.refusal(code)
        await lose()
        #expect(call.leaveError?.reason == reason)
        #expect((call.stage == .joined) == (reason == nil))
        call.leave()
    }

    // MARK: Tracks

    @Test func `tracks of a session that ended have no timer`() async throws {
        let call = try await joined()
        let before = scheduler.pending
        // This client has announced no track, and so no state to send again.
        call.publisher?.refresh()
        #expect(scheduler.pending == before)
        call.publisher?.update(announcing: true)
        call.subscriber?.refresh()
        #expect(scheduler.pending == before + 2)
        call.forgetTracks()
        #expect(scheduler.pending == before)
    }

    @Test func `a track that the SFU leaves out of a reconnect is switched off, and not requested again`() async throws
    {
        let admission = JoinCallResponse.admission { $0.ownCapabilities = [.sendAudio] }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        let routes = ["sfu/set_publisher", "sfu/update_mute_states"]
        for route in routes { socket.answers[route] = (.changed, EmptyBody().encoded()) }
        let call = try await joined()
        #expect(call.wantedTracks == [.audio])
        let before = routes.map { socket.count(of: $0) }
        let own = Self.participant("alice", call.state.values.sessionId)
        let response = SFUJoinResponse.alone { $0.callState.participants = [own] }
        socket.answers["sfu/join"] = (.content, response.encoded())
        await lose()
        #expect(entries.last?.reconnectDetails?.announcedTracks.map(\.trackType) == [.audio])
        #expect(call.wantedTracks.isEmpty && !call.state.values.callSettings.audioOn)
        #expect(routes.map { socket.count(of: $0) } == before)
        call.leave()
    }

    @Test func `a change during a refused announcement of a screen is sent after it`() async throws {
        let admission = JoinCallResponse.admission { $0.ownCapabilities = [.screenshare, .sendAudio] }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        for route in ["set_publisher", "update_mute_states"] {
            socket.answers["sfu/\(route)"] = (.changed, EmptyBody().encoded())
        }
        let call = try await joined()
        let before = socket.count(of: "sfu/update_mute_states")
        socket.answers["sfu/set_publisher"] = Self.refusal(.notAllowed)
        socket.isHolding = true
        try await call.startScreensharing()
        await served.settle()
        try await call.microphone.disable()
        await served.settle()
        socket.isHolding = false
        socket.release()
        await served.settle()
        #expect(!call.wantedTracks.contains(.screenShare))
        #expect(socket.count(of: "sfu/update_mute_states") == before + 1)
        call.leave()
    }

    @Test func `a track that the server takes during the request for a screen can be published again`() async throws {
        let admission = JoinCallResponse.admission { $0.ownCapabilities = [.screenshare, .sendAudio] }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        for route in ["set_publisher", "update_mute_states"] {
            socket.answers["sfu/\(route)"] = (.changed, EmptyBody().encoded())
        }
        let call = try await joined()
        let own = call.state.values.sessionId
        socket.notify([.participantJoined(Self.participant("alice", own) { $0.publishedTracks = [.audio] })], first: 1)
        socket.isHolding = true
        try await call.startScreensharing()
        await served.settle()
        let announcement = try #require(socket.requests.last { $0.path == "sfu/set_publisher" })
        #expect(try SetPublisherRequest(decoding: announcement.message.payload).asOf == 1)
        let taken = TrackEvent {
            $0.reference = ParticipantReference {
                $0.userId = "alice"
                $0.sessionId = own
            }
            $0.trackType = .audio
        }
        socket.notify([.trackUnpublished(taken)], first: 2)
        await served.settle()
        #expect(call.wantedTracks == [.screenShare])
        try await call.microphone.enable()
        socket.isHolding = false
        socket.release()
        await served.settle()
        let repetition = try #require(socket.requests.last { $0.path == "sfu/update_mute_states" })
        let states = try UpdateMuteStatesRequest(decoding: repetition.message.payload).muteStates
        #expect(states.map(\.trackType) == [.audio] && states.allSatisfy { !$0.muted })
        call.leave()
    }

    @Test func `the departure of a participant needs no request to its SFU`() async throws {
        let call = try await joined()
        let before = socket.count(of: "sfu/update_subscriptions")
        let bob = Self.participant("bob", "b") { $0.publishedTracks = [.video] }
        socket.notify([.participantJoined(bob)], first: 1)
        await served.settle()
        #expect(socket.count(of: "sfu/update_subscriptions") == before + 1)
        socket.notify([.participantLeft(bob)], first: 2)
        await served.settle()
        #expect(call.state.values.participants.isEmpty)
        #expect(socket.count(of: "sfu/update_subscriptions") == before + 1)
        call.leave()
    }

    @Test func `the pause after a failed subscription grows until a final refusal, and each failure is traced`()
        async throws
    {
        let call = try await joined()
        var counts: [Int] = []
        func pass(_ seconds: Int64) async {
            await served.pass(.seconds(seconds))
            counts.append(socket.count(of: "sfu/update_subscriptions"))
        }
        socket.answers["sfu/update_subscriptions"] = Self.refusal(.internalError, .internalServerError)
        call.subscriber?.refresh()
        for seconds: Int64 in [0, 1, 1] { await pass(seconds) }
        socket.answers["sfu/update_subscriptions"] = Self.refusal(.notAllowed)
        await pass(1)
        socket.answers["sfu/update_subscriptions"] = Self.refusal(.internalError, .internalServerError)
        call.subscriber?.refresh()
        for seconds: Int64 in [0, 1] { await pass(seconds) }
        let first = counts.first ?? 0
        #expect(counts == [0, 1, 1, 2, 3, 4].map { first + $0 })
        #expect(served.marks.filter { $0.name == "call.subscriptions.failed" }.count == 4)
        #expect(served.marks.filter { $0.name == "call.subscriptions.refused" }.count == 1)
        call.leave()
    }

    @Test func `a screen is shared while its capability lasts, although another one ends`() async throws {
        let call = served.client().call(Self.cid)
        call.updateState { $0.setCapabilities([.screenshare, .sendAudio]) }
        call.sharedScreen = [.screenShare]
        call.updateState { $0.setCapabilities([.screenshare]) }
        #expect(call.wantedTracks.contains(.screenShare))
        call.updateState { $0.setCapabilities([]) }
        #expect(!call.wantedTracks.contains(.screenShare))
    }

    @Test func `a join announces the capabilities that are enabled`() async throws {
        let call = try await served.connected().call(Self.cid)
        let all = Set(ClientCapability.allCases)
        call.disableClientCapabilities(all)
        #expect(call.announcedCapabilities == [])
        call.enableClientCapabilities(all)
        _ = try await call.join()
        #expect(entries.map(\.capabilities) == [all.map(\.rawValue).sorted()])
        call.leave()
    }

    // MARK: Traces and leftovers

    @Test func `an event of the SFU is traced after the changes that it causes`() async throws {
        let call = try await joined()
        let event = SFUEvent.participantJoined(Self.participant("bob", "b"))
        socket.notify([event, .callEnded(.ended)], first: 1)
        await served.settle()
        let change = try #require(served.entries.firstIndex { $0.contains("+bob") })
        let events = [event, .callEnded(.ended)].map { "\($0.type) from sfu" }
        #expect(served.entries.filter(events.contains) == events)
        #expect(served.entries.firstIndex(of: events[0]).map { $0 > change } == true)
        #expect(call.stage == .idle)
    }

    @Test func `a call has a connection that is left over while it is joined`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        let text = "the connection to default:standup"
        #expect(!client.leftovers.contains(text))
        _ = try await call.join()
        #expect(client.leftovers.contains(text))
        call.leave()
        #expect(!client.leftovers.contains(text))
    }
}
