import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct LiveTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        create(BackstageSettingsRequest { $0.enabled = true })
    }

    private mutating func create(_ backstage: BackstageSettingsRequest, startsAt: Timestamp? = nil) {
        let data = CallData {
            $0.members = [MemberRequest { $0.userId = "bob" }]
            $0.settingsOverride = CallSettingsRequest { $0.backstage = backstage }
            $0.startsAt = startsAt
        }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data })
    }

    private mutating func goLive(_ body: GoLiveRequest = GoLiveRequest()) -> ServerResponse {
        backend.ask("alice", .goLive, body)
    }

    @Test mutating func `going live opens the call and sends one event`() throws {
        #expect(backend.join("bob").refusal?.code == APIError.Code.notAllowed.rawValue)
        let response = goLive()
        #expect(try !response.read(CallChangeResponse.self).call.backstage)
        #expect(try backend.call().session?.liveStartedAt == backend.date)
        #expect(backend.join("bob").code == .content)
        backend.settle()
        #expect(backend.types("bob").filter { $0 == "call.live_started" }.count == 1)
        #expect(goLive().refusal?.message == "default:standup is live already")
    }

    @Test mutating func `a call whose backstage is disabled is open and recorded, and does not go live`() throws {
        backend.join("alice")
        for isEnabled in [true, false] {
            let settings = CallSettingsRequest {
                $0.recording = FeatureSettings { $0.mode = .autoOn }
                $0.backstage = BackstageSettingsRequest { $0.enabled = isEnabled }
            }
            backend.ask("alice", .update, UpdateCallRequest { $0.settingsOverride = settings })
            backend.advance(by: .seconds(1))
            let call = try backend.call()
            #expect(call.backstage == isEnabled && call.recording == !isEnabled)
        }
        #expect(try backend.call().session?.liveStartedAt == nil && !backend.types("bob").contains("call.live_started"))
    }

    @Test(arguments: [(Int64(-1), false), (0, true), (1, true)])
    func `the doors open to the millisecond`(_ offset: Int64, _ isOpen: Bool) {
        var backend = TestBackend()
        backend.connect("alice", "bob")
        let data = CallData {
            $0.settingsOverride = CallSettingsRequest {
                $0.backstage = BackstageSettingsRequest {
                    $0.enabled = true
                    $0.joinAheadTime = .seconds(300)
                }
            }
            $0.startsAt = backend.date.advanced(by: .seconds(600))
        }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data })
        backend.advance(by: .milliseconds(300_000 + offset))
        #expect((backend.join("bob").code == .content) == isOpen)
    }

    @Test mutating func `stopping live removes participants without backstage rights, and notifies the others`() throws
    {
        _ = goLive()
        for name in ["alice", "bob", "carol"] { backend.join(name) }
        backend.settle()
        let response = backend.ask("alice", .stopLive)
        backend.settle()
        #expect(try response.read(CallChangeResponse.self).call.backstage)
        #expect(backend.received("alice").suffix(3) == ["ended: liveEnded", "bob left", "carol left"])
        #expect(
            backend.received("bob").last == "ended: liveEnded" && backend.received("carol").last == "ended: liveEnded")
        #expect(!backend.received("bob").contains("carol left"))
        #expect(backend.joinedSessions["bob"]?.isClosed == true && backend.joinedSessions["alice"]?.isClosed == false)
        #expect(try backend.call().session?.participants.map(\.user.id) == ["alice"])
        #expect(try backend.call().session?.liveEndedAt == backend.date)
        #expect(backend.types("bob").contains("call.updated"))
    }

    @Test mutating func `old credentials do not admit to backstage`() throws {
        _ = goLive()
        let response = backend.ask("bob", .join, JoinCallRequest())
        let credentials = try response.read(JoinCallResponse.self).credentials
        backend.join("alice")
        backend.ask("alice", .stopLive)
        backend.settle()
        let late = backend.enter(
            "bob", credentials,
            SFUJoinRequest {
                $0.token = credentials.token
                $0.sessionId = "late"
            })
        #expect(late.code == .forbidden)
    }

    @Test mutating func `a call goes live again in the same session`() throws {
        _ = goLive()
        backend.join("alice")
        backend.advance(by: .seconds(5))
        backend.ask("alice", .stopLive)
        backend.advance(by: .seconds(5))
        _ = goLive()
        let session = try #require(try backend.call().session)
        #expect(session.liveStartedAt == backend.date && session.liveEndedAt == nil)
    }

    @Test mutating func `nothing of it happens when a part is refused`() throws {
        #expect(
            goLive(GoLiveRequest { $0.startRecording = true }).refusal?.message
                == "no participant is in default:standup")
        backend.join("alice")
        let response = goLive(
            GoLiveRequest {
                $0.startHLS = true
                $0.startRTMPBroadcasts = true
            })
        #expect(response.refusal?.message.hasPrefix("start_rtmp_broadcasts has nothing to start") ?? false)
        #expect(try backend.call().backstage && backend.call().egress == nil)
    }

    @Test mutating func `going live starts the RTMP broadcasts that ran before`() throws {
        backend.join("alice")
        let broadcasts = ["tube", "face"].map { name in
            RTMPBroadcastRequest {
                $0.name = name
                $0.streamURL = "rtmp://\(name).example/"
            }
        }
        backend.ask("alice", .startRTMPBroadcasts, StartRTMPBroadcastsRequest { $0.broadcasts = broadcasts })
        backend.ask("alice", .stopAllRTMPBroadcasts)
        _ = goLive(GoLiveRequest { $0.startRTMPBroadcasts = true })
        #expect(try backend.call().egress?.rtmps.map(\.name) == ["tube", "face"])
    }

    @Test mutating func `stopping live stops all egress except the listed kinds`() throws {
        backend.join("alice")
        let response = goLive(
            GoLiveRequest {
                $0.startHLS = true
                $0.startRecording = true
                $0.startTranscription = true
                $0.startClosedCaptions = true
            })
        #expect(try response.read(CallChangeResponse.self).call.egress?.hls?.status == .starting)
        backend.advance(by: .seconds(1))
        backend.ask(
            "alice", .stopLive,
            StopLiveRequest {
                $0.continueHLS = true
                $0.continueTranscription = true
            })
        let call = try backend.call()
        #expect(call.egress?.hls?.status == .running && call.transcribing && !call.recording && !call.captioning)
    }

    @Test mutating func `a call that is not live, or has no backstage, cannot be stopped`() {
        #expect(backend.ask("alice", .stopLive).refusal?.message == "default:standup is in backstage already")
        _ = goLive()
        backend.ask("alice", .markEnded)
        #expect(backend.ask("alice", .stopLive).refusal?.message == "default:standup has ended")
        #expect(goLive().refusal?.message == "default:standup has ended")
    }

    @Test func `a call type that has no backstage never goes back`() {
        var backend = TestBackend()
        backend.connect("alice")
        backend.ask("alice", .getOrCreate)
        #expect(backend.ask("alice", .stopLive).refusal?.message == "default:standup has no backstage")
    }

    @Test mutating func `only a livestream has an ingress address`() throws {
        #expect(try backend.call().ingress == nil)
        let livestream = CallCid(type: "livestream", id: "launch")
        let response = backend.ask("alice", .getOrCreate, cid: livestream)
        let address = try response.read(GetCallResponse.self).call.ingress?.rtmpAddress
        #expect(address == "rtmps://ingress.rollcall.invalid/livestream/launch")
    }
}
