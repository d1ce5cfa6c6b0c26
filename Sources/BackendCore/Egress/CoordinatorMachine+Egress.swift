import Signaling
import Timing
import Wire

/// The next change of a run of egress, unless the run ends before.
struct EgressTimer: Sendable {
    enum Task: Sendable {
        /// The run begins.
        case begin
        /// The run's file is available.
        case file(StoredFile)
        /// A frame is taken.
        case frame
    }

    let cid: CallCid
    /// The date of the call's creation. A later call with the same name has another one.
    let callCreatedAt: Timestamp
    let kind: EgressKind
    let id: String
    let task: Task
}

extension CoordinatorMachine {
    func perform(_ action: EgressAction, _ request: CallRequest) throws(APIError) -> ServerResponse {
        switch action {
        case .goLive: try goLive(request)
        case .stopLive: try stopLive(request)
        case .startRecording(let type): try startRecording(request, action, .recording(type))
        case .stopRecording(let type): try stop(request, action, [.recording(type)])
        case .listRecordings: try listRecordings(request)
        case .deleteRecording(let sessionId, let name): try deleteRecording(request, sessionId, name)
        case .startFrameRecording: try startRecording(request, action, .frames)
        case .stopFrameRecording: try stop(request, action, [.frames])
        case .startBroadcasting: try startBroadcasting(request)
        case .stopBroadcasting: try stop(request, action, [.hls])
        case .startRTMPBroadcasts: try startRTMPBroadcasts(request)
        case .stopAllRTMPBroadcasts: try stopAllRTMPBroadcasts(request)
        case .stopRTMPBroadcast(let name): try stop(request, action, [.rtmp(name)])
        case .startTranscription: try startTranscription(request)
        case .stopTranscription: try stopTranscription(request)
        case .startClosedCaptions: try startClosedCaptions(request)
        case .stopClosedCaptions: try stopClosedCaptions(request)
        }
    }

    // MARK: Starting and stopping

    /// Returns a call after checking that the requester may perform the action.
    func call(_ request: CallRequest, _ action: EgressAction) throws(APIError) -> CallRecord {
        guard let call = calls[request.cid] else { throw missingCall(request.cid) }
        if let refusal = call.refusal(of: request.requester.user, action.requiredCapability) { throw refusal }
        return call
    }

    /// Refuses the request unless all egress can be started.
    func check(_ requested: [EgressOptions], of requester: Requester, in call: CallRecord) throws(APIError) {
        guard !requested.isEmpty else { return }
        if call.endedAt != nil { throw .ended(call.cid) }
        for options in requested {
            if let refusal = call.refusal(of: requester.user, options.kind.startCapability) { throw refusal }
            if options.kind.isRecording, call.settings.recording.mode == .disabled {
                throw .recordingDisabled(call.cid)
            }
            if case .refused(let reason) = call.egress.phase(of: options.kind).after(.start) {
                throw .wrongState("\(options.kind) of \(call.cid) \(reason)", advice: "stop it first")
            }
        }
        guard let session = call.session, !session.participants.isEmpty else { throw .emptyCall(call.cid) }
    }

    /// Starts egress that was checked.
    func start(_ requested: [EgressOptions], in call: CallRecord) {
        guard let sessionId = call.session?.id else { return }
        for options in requested {
            let run = call.egress.add(options, call.cid, sessionId: sessionId)
            if configuration.egress.start > .zero {
                schedule(.begin, of: run, in: call, after: configuration.egress.start)
            } else {
                begin(run, in: call)
            }
        }
    }

    /// Starts the automatic recording of a call that is live and has a participant.
    func startAutomaticRecording(_ call: CallRecord) {
        guard call.settings.recording.mode == .autoOn, !call.isInBackstage,
            call.egress[.recording(.composite)] == nil, call.session?.participants.isEmpty == false
        else { return }
        start([EgressOptions(kind: .recording(.composite))], in: call)
    }

    /// Stops egress on a user's request.
    func stop(
        _ request: CallRequest, _ action: EgressAction, _ kinds: [EgressKind]
    ) throws(APIError) -> ServerResponse {
        let call = try call(request, action)
        try checkStop(kinds, of: request.requester, in: call)
        for kind in kinds { end(kind, in: call, .stop) }
        return ServerResponse(.changed)
    }

    func checkStop(_ kinds: [EgressKind], of requester: Requester, in call: CallRecord) throws(APIError) {
        for kind in kinds {
            if let refusal = call.refusal(of: requester.user, kind.stopCapability) { throw refusal }
            if case .refused(let reason) = call.egress.phase(of: kind).after(.stop) {
                throw .wrongState("\(kind) of \(call.cid) \(reason)", advice: "start it first")
            }
        }
    }

    /// Ends all egress of a call.
    func endEgress(_ call: CallRecord) {
        for run in call.egress.runs { end(run.kind, in: call, .stop) }
    }

    private func begin(_ run: EgressRun, in call: CallRecord) {
        guard run.phase.after(.begin) == .becomes(.running) else { return }
        var run = run
        run.phase = .running
        run.startedAt = date
        call.egress[id: run.id] = run
        notify(run, .started, in: call)
        if run.kind == .frames { schedule(.frame, of: run, in: call, after: configuration.egress.frame) }
    }

    /// Ends a run that has been requested, by a stop or a failure.
    func end(_ kind: EgressKind, in call: CallRecord, _ step: EgressPhase.Step) {
        guard let run = call.egress[kind] else { return }
        call.egress[id: run.id] = nil
        notify(run, step == .fail ? .failed : .stopped, in: call)
        if step == .stop, let file = run.file(until: date) {
            schedule(.file(file), of: run, in: call, after: configuration.egress.file)
        }
    }

    // MARK: Time

    /// Schedules a change of a run. A change that is due after the run's end has no effect, except for its file.
    private func schedule(_ task: EgressTimer.Task, of run: EgressRun, in call: CallRecord, after delay: Duration) {
        let timer = EgressTimer(
            cid: call.cid, callCreatedAt: call.createdAt, kind: run.kind, id: run.id, task: task)
        _ = timers.schedule(.egress(timer), at: now.advanced(by: delay))
    }

    /// Performs a change of egress that is due.
    func wake(_ timer: EgressTimer) {
        guard let call = calls[timer.cid], call.createdAt == timer.callCreatedAt else { return }
        switch timer.task {
        case .begin:
            if let run = call.egress[id: timer.id] { begin(run, in: call) }
        case .frame:
            if let run = call.egress[id: timer.id] { takeFrame(run, in: call) }
        case .file(let file): notifyFile(file, timer, call)
        }
    }

    private func notifyFile(_ file: StoredFile, _ timer: EgressTimer, _ call: CallRecord) {
        if case .recording = timer.kind {
            call.egress.keep(file)
            let payload = RecordingReadyPayload { $0.callRecording = file }
            notify(CallRecordingReadyEvent(call.cid, at: date, payload))
        } else {
            let payload = TranscriptionReadyPayload { $0.callTranscription = file }
            notify(CallTranscriptionReadyEvent(call.cid, at: date, payload))
        }
    }

    private func takeFrame(_ run: EgressRun, in call: CallRecord) {
        var run = run
        run.frameCount += 1
        call.egress[id: run.id] = run
        schedule(.frame, of: run, in: call, after: configuration.egress.frame)
        var users: [String] = []
        for participant in call.session?.participants ?? [] where !users.contains(participant.user.id) {
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
        notify(CallFrameRecordingFrameReadyEvent(call.cid, at: date, payload))
    }
}
