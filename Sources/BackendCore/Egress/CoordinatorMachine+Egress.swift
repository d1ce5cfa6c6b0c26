import Signaling
import Timing
import Wire

/// What happens next to something that leaves a call, unless somebody stops it before.
struct EgressTimer: Sendable {
    enum Task: Sendable {
        /// It begins.
        case begin
        /// Its file can be fetched from now on.
        case file(StoredFile)
        /// A frame is taken.
        case frame
    }

    let cid: CallCid
    /// When the call was created: another call may have its name by now.
    let callCreatedAt: Timestamp
    let kind: EgressKind
    let id: String
    let task: Task
}

extension CoordinatorMachine {
    mutating func perform(_ action: EgressAction, _ question: CallQuestion) throws(APIError) -> ServerAnswer {
        switch action {
        case .goLive: try goLive(question)
        case .stopLive: try stopLive(question)
        case .startRecording(let type): try startRecording(question, action, .recording(type))
        case .stopRecording(let type): try stop(question, action, [.recording(type)])
        case .listRecordings: try listRecordings(question)
        case .deleteRecording(let sessionId, let name): try deleteRecording(question, sessionId, name)
        case .startFrameRecording: try startRecording(question, action, .frames)
        case .stopFrameRecording: try stop(question, action, [.frames])
        case .startBroadcasting: try startBroadcasting(question)
        case .stopBroadcasting: try stop(question, action, [.hls])
        case .startRTMPBroadcasts: try startRTMPBroadcasts(question)
        case .stopAllRTMPBroadcasts: try stopAllRTMPBroadcasts(question)
        case .stopRTMPBroadcast(let name): try stop(question, action, [.rtmp(name)])
        case .startTranscription: try startTranscription(question)
        case .stopTranscription: try stopTranscription(question)
        case .startClosedCaptions: try startClosedCaptions(question)
        case .stopClosedCaptions: try stopClosedCaptions(question)
        }
    }

    // MARK: Starting and stopping

    /// Reads a call that the asker may act on.
    func call(_ question: CallQuestion, _ action: EgressAction) throws(APIError) -> CallRecord {
        guard let call = calls[question.cid] else { throw missingCall(question.cid) }
        if let refusal = call.refusal(of: question.asker.user, action.requiredCapability) { throw refusal }
        return call
    }

    /// Why not all of the wishes can be fulfilled; nothing is done before all can.
    func check(_ wishes: [EgressWish], of asker: Asker, in call: CallRecord) throws(APIError) {
        guard !wishes.isEmpty else { return }
        if call.endedAt != nil { throw .ended(call.cid) }
        for wish in wishes {
            if let refusal = call.refusal(of: asker.user, wish.kind.startCapability) { throw refusal }
            if wish.kind.isRecording, call.settings.recording.mode == .disabled { throw .recordingDisabled(call.cid) }
            if case .refused(let reason) = call.egress.phase(of: wish.kind).after(.start) {
                throw .wrongState("\(wish.kind) of \(call.cid) \(reason)", advice: "stop it first")
            }
        }
        guard let session = call.session, !session.participants.isEmpty else { throw .nobodyIn(call.cid) }
    }

    /// Starts what was checked before.
    mutating func start(_ wishes: [EgressWish], in cid: CallCid) {
        guard let sessionId = calls[cid]?.session?.id else { return }
        for wish in wishes {
            guard let run = calls[cid]?.egress.add(wish, cid, sessionId: sessionId) else { continue }
            if configuration.egress.start > .zero {
                plan(.begin, of: run, after: configuration.egress.start)
            } else {
                begin(run)
            }
        }
    }

    /// Starts the recording that a call is to have by itself, as soon as somebody is in it and it is live.
    mutating func startRecordingByItself(_ cid: CallCid) {
        let mode = calls.inPlace(cid) { $0.settings.recording.mode }
        guard mode == .autoOn, let call = calls[cid], !call.isInBackstage,
            call.egress[.recording(.composite)] == nil, call.session?.participants.isEmpty == false
        else { return }
        start([EgressWish(kind: .recording(.composite))], in: cid)
    }

    /// Stops these on a user's wish.
    mutating func stop(
        _ question: CallQuestion, _ action: EgressAction, _ kinds: [EgressKind]
    ) throws(APIError) -> ServerAnswer {
        let call = try call(question, action)
        try checkStop(kinds, of: question.asker, in: call)
        for kind in kinds { end(kind, in: question.cid, .stop) }
        return ServerAnswer(.changed)
    }

    func checkStop(_ kinds: [EgressKind], of asker: Asker, in call: CallRecord) throws(APIError) {
        for kind in kinds {
            if let refusal = call.refusal(of: asker.user, kind.stopCapability) { throw refusal }
            if case .refused(let reason) = call.egress.phase(of: kind).after(.stop) {
                throw .wrongState("\(kind) of \(call.cid) \(reason)", advice: "start it first")
            }
        }
    }

    /// The session is over, and with it all that leaves the call.
    mutating func endEgress(_ cid: CallCid) {
        let runs = calls.inPlace(cid) { $0.egress.runs }
        for run in runs ?? [] { end(run.kind, in: cid, .stop) }
    }

    /// Whether a step of the life leads to `phase`.
    private func leads(_ run: EgressRun, _ step: EgressPhase.Step, to phase: EgressPhase) -> Bool {
        run.phase.after(step) == .becomes(phase)
    }

    private mutating func begin(_ run: EgressRun) {
        guard leads(run, .begin, to: .running) else { return }
        var run = run
        run.phase = .running
        run.startedAt = date
        calls[run.cid]?.egress[id: run.id] = run
        tell(run, .started)
        if run.kind == .frames { plan(.frame, of: run, after: configuration.egress.frame) }
    }

    /// Ends it, stopped or broken; nothing happens when it is off.
    mutating func end(_ kind: EgressKind, in cid: CallCid, _ step: EgressPhase.Step) {
        guard let run = calls[cid]?.egress[kind], leads(run, step, to: .off) else { return }
        if let timer = run.timer { timers.cancel(timer) }
        calls[cid]?.egress[id: run.id] = nil
        tell(run, step == .fail ? .failed : .stopped)
        if step == .stop, let file = run.file(until: date) {
            _ = schedule(.file(file), of: run, after: configuration.egress.file)
        }
    }

    // MARK: Time

    private mutating func schedule(_ task: EgressTimer.Task, of run: EgressRun, after delay: Duration) -> TimerID? {
        guard let createdAt = calls[run.cid]?.createdAt else { return nil }
        let timer = EgressTimer(cid: run.cid, callCreatedAt: createdAt, kind: run.kind, id: run.id, task: task)
        return timers.schedule(.egress(timer), at: now.advanced(by: delay))
    }

    /// Keeps what happens next with the run, so that its end can take it back.
    private mutating func plan(_ task: EgressTimer.Task, of run: EgressRun, after delay: Duration) {
        let timer = schedule(task, of: run, after: delay)
        calls[run.cid]?.egress[id: run.id]?.timer = timer
    }

    /// Does what is due of something that leaves a call.
    mutating func wake(_ timer: EgressTimer) {
        guard calls[timer.cid]?.createdAt == timer.callCreatedAt else { return }
        switch timer.task {
        case .begin:
            if let run = calls[timer.cid]?.egress[id: timer.id] { begin(run) }
        case .frame:
            if let run = calls[timer.cid]?.egress[id: timer.id] { takeFrame(run) }
        case .file(let file): tellFile(file, timer)
        }
    }

    private mutating func tellFile(_ file: StoredFile, _ timer: EgressTimer) {
        if case .recording = timer.kind {
            calls[timer.cid]?.egress.keep(file)
            let payload = RecordingReadyPayload { $0.callRecording = file }
            tellAll(CallRecordingReadyEvent(timer.cid, at: date, payload))
        } else {
            let payload = TranscriptionReadyPayload { $0.callTranscription = file }
            tellAll(CallTranscriptionReadyEvent(timer.cid, at: date, payload))
        }
    }

    private mutating func takeFrame(_ run: EgressRun) {
        var run = run
        run.frameCount += 1
        calls[run.cid]?.egress[id: run.id] = run
        plan(.frame, of: run, after: configuration.egress.frame)
        var users: [String] = []
        for participant in calls[run.cid]?.session?.participants ?? [] where !users.contains(participant.user.id) {
            users.append(participant.user.id)
        }
        let payload = FrameReadyPayload {
            $0.capturedAt = date
            $0.egressId = run.id
            $0.sessionId = run.sessionId
            $0.trackType = "video"
            $0.url = run.url(of: "\(run.id)-\(run.frameCount).jpg")
            $0.users = users
        }
        tellAll(CallFrameRecordingFrameReadyEvent(run.cid, at: date, payload))
    }
}
