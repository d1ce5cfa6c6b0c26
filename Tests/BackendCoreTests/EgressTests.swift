import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

extension TestBackend {
    @discardableResult
    mutating func ask(_ name: String, _ action: EgressAction, _ body: some Body = EmptyBody()) -> ServerResponse {
        askRaw(name, .egress(cid, action), body is EmptyBody ? [] : body.encoded())
    }

    mutating func cause(_ command: EgressCommand) {
        for case .trace(let trace) in coordinator.handle(.egress(command), at: now) { traces.append(trace) }
        settle()
    }

    /// The types of the events of what leaves the call, as a device has them.
    mutating func egressTypes(_ name: String) -> [String] {
        settle()
        let others = ["call.session", "call.created", "call.updated", "call.ended", "call.live"]
        return types(name).filter { type in !others.contains { type.hasPrefix($0) } }
    }
}

extension EgressAction {
    /// One of each.
    static let samples: [EgressAction] = [
        .goLive, .stopLive, .startRecording(.composite), .startRecording(.individual), .startRecording(.raw),
        .stopRecording(.composite), .stopRecording(.individual), .stopRecording(.raw), .listRecordings,
        .deleteRecording(sessionId: "s", filename: "f"), .startFrameRecording, .stopFrameRecording,
        .startBroadcasting, .stopBroadcasting, .startRTMPBroadcasts, .stopAllRTMPBroadcasts,
        .stopRTMPBroadcast(name: "tube"), .startTranscription, .stopTranscription, .startClosedCaptions,
        .stopClosedCaptions,
    ]

    /// A body that can be read.
    var body: any Body {
        self == .startRTMPBroadcasts
            ? StartRTMPBroadcastsRequest { $0.broadcasts = [EgressTests.tube] } as any Body : EmptyBody()
    }
}

@Suite struct EgressTests {
    static let tube = RTMPBroadcastRequest {
        $0.name = "tube"
        $0.streamURL = "rtmp://tube.example/live"
        $0.streamKey = "secret"
    }
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
        backend.ask(
            "alice", .getOrCreate,
            GetOrCreateCallRequest { $0.data = CallData { $0.members = [MemberRequest { $0.userId = "bob" }] } })
        backend.join("alice")
        backend.settle()
    }

    // MARK: Life

    @Test func `whatever can happen to it is in the table`() {
        let outcomes = [EgressPhase.off, .starting, .running].map { phase in
            EgressPhase.Step.allCases.map { phase.after($0) }
        }
        #expect(
            outcomes == [
                [.becomes(.starting), .nothing, .refused("is not going on"), .nothing],
                [.refused("is starting already"), .becomes(.running), .becomes(.off), .becomes(.off)],
                [.refused("is going on already"), .nothing, .becomes(.off), .becomes(.off)],
            ])
    }

    @Test mutating func `a recording is asked for, begins, stops and leaves a file`() throws {
        #expect(backend.ask("alice", .startRecording(.composite)).code == .changed)
        #expect(backend.egressTypes("bob").isEmpty)
        #expect(try backend.call().egress?.compositeRecording == .starting)
        #expect(try !backend.call().recording)
        backend.advance(by: .milliseconds(500))
        #expect(backend.egressTypes("bob") == ["call.recording_started"])
        #expect(try backend.call().egress?.compositeRecording == .running)
        #expect(try backend.call().updatedAt == backend.date)
        #expect(try backend.call().recording)
        backend.advance(by: .seconds(10))
        backend.ask("alice", .stopRecording(.composite))
        #expect(backend.egressTypes("bob") == ["call.recording_started", "call.recording_stopped"])
        #expect(try backend.call().egress == nil)
        backend.advance(by: .seconds(2))
        #expect(backend.egressTypes("bob").last == "call.recording_ready")
        let listed = try backend.ask("alice", .listRecordings).read(ListRecordingsResponse.self).recordings
        let file = try #require(listed.first)
        let session = try #require(try backend.call().session?.id)
        #expect(file.filename == "composite-1.mp4" && listed.count == 1 && file.sessionId == session)
        #expect(file.url == "https://egress.rollcall.invalid/files/default/standup/\(session)/composite-1.mp4")
        #expect(file.startTime.duration(to: file.endTime) == .seconds(10))
    }

    @Test mutating func `the requester is notified like all others`() {
        backend.ask("alice", .startRecording(.raw))
        backend.advance(by: .milliseconds(500))
        #expect(backend.egressTypes("alice") == ["call.recording_started"])
    }

    @Test func `without a delay it begins with the request`() throws {
        var backend = TestBackend { $0.egress.start = .zero }
        backend.connect("alice")
        backend.join("alice")
        backend.ask("alice", .startTranscription)
        #expect(backend.egressTypes("alice") == ["call.transcription_started"])
        #expect(try backend.call().transcribing)
    }

    @Test mutating func `egress that is stopped before its start leaves no file`() {
        backend.ask("alice", .startRecording(.composite))
        backend.ask("alice", .stopRecording(.composite))
        backend.advance(by: .seconds(10))
        #expect(backend.egressTypes("bob") == ["call.recording_stopped"])
    }

    @Test mutating func `failed egress leaves no file, started or not`() {
        backend.ask("alice", .startTranscription)
        backend.cause(.fail(backend.cid, .transcription))
        backend.ask("alice", .startTranscription)
        backend.advance(by: .seconds(1))
        backend.cause(.fail(backend.cid, .transcription))
        backend.cause(.fail(backend.cid, .transcription))
        backend.advance(by: .seconds(10))
        #expect(
            backend.egressTypes("bob") == [
                "call.transcription_failed", "call.transcription_started", "call.transcription_failed",
            ])
    }

    @Test mutating func `all egress ends with the session, before the session's end event`() {
        backend.ask("alice", .startRecording(.composite))
        backend.ask("alice", .startBroadcasting)
        backend.advance(by: .seconds(1))
        backend.leave("alice")
        backend.advance(by: .seconds(1))
        let types = backend.types("bob").suffix(5)
        #expect(
            types.filter { !$0.contains("count") } == [
                "call.session_participant_left", "call.recording_stopped", "call.hls_broadcasting_stopped",
                "call.session_ended",
            ])
    }

    @Test mutating func `all egress ends with the call, with an event for each`() throws {
        backend.ask("alice", .startRecording(.individual))
        backend.ask("alice", .startFrameRecording)
        backend.advance(by: .seconds(1))
        backend.ask("alice", .markEnded)
        backend.advance(by: .seconds(30))
        #expect(try !backend.call().recording && backend.call().egress == nil)
        #expect(
            backend.egressTypes("bob") == [
                "call.recording_started", "call.frame_recording_started", "call.recording_stopped",
                "call.frame_recording_stopped", "call.recording_ready",
            ])
    }

    // MARK: Refusals

    @Test(arguments: EgressAction.samples) func `egress needs its capability`(
        _ action: EgressAction
    ) {
        var backend = backend
        let response = backend.askRaw("bob", .egress(backend.cid, action), action.body.encoded())
        guard action != .listRecordings else {
            #expect(response.code == .content)
            return
        }
        #expect(response.code == .forbidden)
        #expect(
            response.refusal?.message
                == "the capability \(action.requiredCapability.rawValue) is missing in default:standup")
    }

    @Test(arguments: EgressAction.samples) func `in an unknown call it is 4_04`(_ action: EgressAction) {
        var backend = backend
        let cid = CallCid(type: "default", id: "nowhere")
        let response = backend.askRaw("alice", .egress(cid, action), action.body.encoded())
        #expect(response.refusal?.code == APIError.Code.callNotFound.rawValue)
    }

    @Test(arguments: EgressAction.samples.filter { $0.name.hasPrefix("stop") && $0 != .stopLive })
    func `egress that is not running cannot be stopped`(_ action: EgressAction) {
        var backend = backend
        let response = backend.ask("alice", action)
        #expect(response.code == .conflict)
        #expect(response.refusal?.message.contains("going on") ?? false)
    }

    @Test(arguments: EgressAction.samples.filter { $0.name.hasPrefix("start") })
    func `egress cannot start twice, in an empty call, or after the end`(
        _ action: EgressAction
    ) {
        var backend = backend
        let route = CoordinatorRoute.egress(backend.cid, action)
        let payload = action.body.encoded()
        #expect(backend.askRaw("alice", route, payload).code == .changed)
        let second = backend.askRaw("alice", route, payload)
        #expect(second.code == .conflict && second.refusal?.message.hasSuffix("is starting already") ?? false)
        backend.advance(by: .seconds(1))
        let third = backend.askRaw("alice", route, payload)
        #expect(third.code == .conflict && third.refusal?.message.hasSuffix("is going on already") ?? false)
        backend.leave("alice")
        backend.settle()
        #expect(backend.askRaw("alice", route, payload).refusal?.message == "no participant is in default:standup")
        backend.ask("alice", .markEnded)
        #expect(backend.askRaw("alice", route, payload).refusal?.message == "default:standup has ended")
    }

    @Test(arguments: [
        (EgressAction.startRecording(.raw), "recording_external_storage", "a/b"),
        (.startFrameRecording, "recording_external_storage", ""),
        (.startTranscription, "transcription_external_storage", String(repeating: "x", count: 65)),
        (.startTranscription, "language", "Klingon"), (.startClosedCaptions, "language", "e"),
        (.startClosedCaptions, "external_storage", "é"),
    ])
    func `a text that cannot be part of a file's name is 4_00 and names the field`(
        _ action: EgressAction, _ field: String, _ text: String
    ) {
        var backend = backend
        let body = CBOR.map(CBOR.Map([(field, .text(text))]))
        let response = backend.askRaw("alice", .egress(backend.cid, action), body.encoded())
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message.hasPrefix("\(field) must be ") ?? false)
    }

    // MARK: Files

    @Test mutating func `files are kept at the requested place`() throws {
        backend.ask("alice", .startRecording(.raw), StartRecordingRequest { $0.externalStorage = "vault" })
        backend.advance(by: .seconds(1))
        backend.ask("alice", .stopRecording(.raw))
        backend.advance(by: .seconds(2))
        let listed = try backend.ask("alice", .listRecordings).read(ListRecordingsResponse.self).recordings
        #expect(listed.first?.url.hasPrefix("https://egress.rollcall.invalid/vault/default/standup/") ?? false)
        #expect(listed.first?.filename == "raw-1.zip")
    }

    @Test mutating func `a recording is deleted by its session and name`() throws {
        backend.ask("alice", .startRecording(.composite))
        backend.advance(by: .seconds(1))
        backend.ask("alice", .stopRecording(.composite))
        backend.advance(by: .seconds(2))
        let session = try #require(try backend.call().session?.id)
        let wrong = backend.ask("alice", .deleteRecording(sessionId: "x", filename: "composite-1.mp4"))
        #expect(wrong.code == .notFound && wrong.refusal?.code == APIError.Code.notFound.rawValue)
        let delete = EgressAction.deleteRecording(sessionId: session, filename: "composite-1.mp4")
        #expect(backend.ask("alice", delete).code == .deleted)
        #expect(backend.ask("alice", delete).code == .notFound)
    }

    @Test mutating func `a transcription's file has its language`() {
        backend.ask("alice", .startTranscription, StartTranscriptionRequest { $0.language = "en" })
        backend.advance(by: .seconds(1))
        backend.ask("alice", .stopTranscription)
        backend.advance(by: .seconds(2))
        guard case .transcriptionReady(let ready) = backend.devices["bob"]?.events.last else {
            Issue.record("no file came")
            return
        }
        #expect(ready.callTranscription.filename == "transcription-1.en.jsonl")
    }

    @Test mutating func `a frame recording that has started is running in the call of its event`() {
        backend.ask("alice", .startFrameRecording)
        backend.advance(by: .milliseconds(500))
        let statuses = backend.devices["bob"]?.events.compactMap { event in
            if case .frameRecordingStarted(let started) = event { started.call.egress?.frameRecording } else { nil }
        }
        #expect(statuses == [.running])
    }

    @Test func `frames come at their pace and name each user once`() {
        var backend = TestBackend { $0.egress.frame = .seconds(5) }
        backend.connect("alice", "bob")
        backend.join("alice")
        backend.join("alice", as: "alice's tablet")
        backend.ask("bob", .get)
        backend.ask("alice", .startFrameRecording)
        backend.advance(by: .seconds(16))
        let frames = (backend.devices["bob"]?.events ?? []).compactMap { event in
            if case .frameRecordingReady(let frame) = event { frame.payload } else { nil }
        }
        #expect(frames.map(\.users) == [["alice"], ["alice"], ["alice"]])
        #expect(
            frames.map { $0.url.suffix(14) }
                == ["/frames-1-1.jpg", "/frames-1-2.jpg", "/frames-1-3.jpg"].map { $0.suffix(14) })
    }

    // MARK: Broadcasts and captions

    @Test mutating func `a stream key is never returned`() throws {
        backend.ask("alice", .startRTMPBroadcasts, StartRTMPBroadcastsRequest { $0.broadcasts = [Self.tube] })
        backend.advance(by: .seconds(1))
        let received = try #require(try backend.call().egress?.rtmps.first)
        #expect(
            received.name == "tube" && received.streamURL == "rtmp://tube.example/live" && received.status == .running)
        #expect(try !CBOR(decoding: backend.call().encoded()).diagnostic.contains("secret"))
    }

    @Test func `a later broadcast of the same name replaces the server of the first one`() {
        var egress = CallEgress()
        let (first, second) = (Self.tube, RTMPBroadcastRequest { $0.name = "second" })
        let moved = RTMPBroadcastRequest {
            $0.name = "tube"
            $0.streamURL = "rtmp://elsewhere.example/live"
        }
        for target in [first, second, moved] {
            let options = EgressOptions(kind: .rtmp(target.name), target: target)
            let run = egress.add(options, TestBackend.cid, sessionId: "s")
            egress[id: run.id] = nil
        }
        #expect(egress.targets == [moved, second])
    }

    @Test mutating func `a file of a deleted call does not come to the next call of its name`() throws {
        backend.ask("alice", .startRecording(.composite))
        backend.advance(by: .seconds(1))
        backend.ask("alice", .delete, DeleteCallRequest { $0.hard = true })
        backend.advance(by: .seconds(1))
        #expect(backend.ask("alice", .getOrCreate, GetOrCreateCallRequest()).code == .created)
        backend.advance(by: .seconds(5))
        #expect(!backend.types("alice").contains("call.recording_ready"))
        #expect(try backend.ask("alice", .listRecordings).read(ListRecordingsResponse.self).recordings.isEmpty)
    }

    @Test mutating func `a thumbnail that was disabled before it is due is not taken`() throws {
        func settings(_ isEnabled: Bool) -> UpdateCallRequest {
            UpdateCallRequest { request in
                request.settingsOverride = CallSettingsRequest {
                    $0.thumbnails = ThumbnailsSettings { $0.enabled = isEnabled }
                }
            }
        }
        for isEnabled in [true, false] { #expect(backend.ask("alice", .update, settings(isEnabled)).code == .changed) }
        backend.advance(by: .seconds(5))
        #expect(try backend.call().thumbnails == nil)
        #expect(backend.ask("alice", .update, settings(true)).code == .changed)
        backend.advance(by: .seconds(5))
        #expect(try backend.call().thumbnails != nil)
    }

    @Test mutating func `two broadcasts of one name are refused by the field`() {
        let response = backend.ask(
            "alice", .startRTMPBroadcasts, StartRTMPBroadcastsRequest { $0.broadcasts = [Self.tube, Self.tube] })
        #expect(response.refusal?.message == "broadcasts[1].name is there twice: tube")
    }

    @Test mutating func `a call is broadcast to ten servers at most`() {
        let broadcasts = (1...11).map { number in
            RTMPBroadcastRequest {
                $0.name = "\(number)"
                $0.streamURL = "rtmp://tube.example/"
            }
        }
        let some = StartRTMPBroadcastsRequest { $0.broadcasts = Array(broadcasts.prefix(6)) }
        #expect(backend.ask("alice", .startRTMPBroadcasts, some).code == .changed)
        let others = StartRTMPBroadcastsRequest { $0.broadcasts = Array(broadcasts.suffix(5)) }
        #expect(
            backend.ask("alice", .startRTMPBroadcasts, others).refusal?.message
                == "broadcasts would make more than 10 broadcasts of default:standup")
        let last = StartRTMPBroadcastsRequest { $0.broadcasts = Array(broadcasts.suffix(4)) }
        #expect(backend.ask("alice", .startRTMPBroadcasts, last).code == .changed)
    }

    @Test mutating func `a broadcast's response has its address`() throws {
        let response = backend.ask("alice", .startBroadcasting)
        let url = try response.read(StartHLSBroadcastingResponse.self).playlistURL
        backend.advance(by: .seconds(1))
        #expect(try backend.call().egress?.hls?.playlistURL == url)
    }

    @Test mutating func `captions are sent only while they are on, with their language`() {
        backend.cause(.say(backend.cid, userId: "bob", text: "early"))
        backend.ask("alice", .startClosedCaptions, StartClosedCaptionsRequest { $0.language = "en" })
        backend.cause(.say(backend.cid, userId: "bob", text: "starting"))
        backend.advance(by: .seconds(1))
        backend.cause(.say(backend.cid, userId: "bob", text: "hello"))
        let captions = (backend.devices["bob"]?.events ?? []).compactMap { event in
            if case .closedCaption(let caption) = event { caption.closedCaption } else { nil }
        }
        #expect(captions.map(\.text) == ["hello"] && captions.map(\.language) == ["en"])
        #expect(captions.map(\.startTime) == [backend.date] && captions.map(\.endTime) == [backend.date])
    }

    @Test mutating func `captions and transcription start and stop together when asked to`() throws {
        backend.ask("alice", .startClosedCaptions, StartClosedCaptionsRequest { $0.enableTranscription = true })
        backend.advance(by: .seconds(1))
        #expect(try backend.call().transcribing && backend.call().captioning)
        backend.ask("alice", .stopTranscription, StopTranscriptionRequest { $0.stopClosedCaptions = true })
        #expect(try !backend.call().transcribing && !backend.call().captioning)
    }
}
