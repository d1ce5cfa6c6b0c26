import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Ends backstage and starts the requested egress. A refusal of any part refuses all.
    func goLive(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(GoLiveRequest.self)
        let call = try call(request, .goLive)
        let cid = call.cid
        if call.endedAt != nil { throw .ended(cid) }
        guard call.isInBackstage else { throw .wrongState("\(cid) is live already", advice: "stop it first") }
        let requested = try body.requested(in: call)
        try check(requested, of: request.requester, in: call)
        startSession(call)
        call.goLive(at: date)
        notify(
            CallLiveStartedEvent(cid, at: date, CallPayload { $0.call = call.response }),
            cause: request.requester.receiver)
        start(requested, in: call)
        startAutomaticRecording(call)
        return makeResponse(.changed, CallChangeResponse { $0.call = call.response }, to: request.requester)
    }

    /// Returns to backstage. Ends egress that shall not continue, and removes users that may not be in backstage.
    func stopLive(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StopLiveRequest.self)
        let call = try call(request, .stopLive)
        let cid = call.cid
        if call.endedAt != nil { throw .ended(cid) }
        guard call.settings.backstage.enabled else {
            throw .wrongState(
                "\(cid) has no backstage", advice: "change settings.backstage.enabled with PATCH first")
        }
        guard !call.isInBackstage else {
            throw .wrongState("\(cid) is in backstage already", advice: "go live first")
        }
        for run in call.egress.runs where !body.continues(run.kind) { end(run.kind, in: call, .stop) }
        call.stopLive(at: date)
        notifyUpdated(call, cause: request.requester.receiver)
        order(.endLive(cid, staying: call.usersInBackstage), in: call)
        return makeResponse(.changed, CallChangeResponse { $0.call = call.response }, to: request.requester)
    }
}

extension CallRecord {
    fileprivate func goLive(at date: Timestamp) {
        isInBackstage = false
        updatedAt = date
        session?.goLive(at: date)
    }

    fileprivate func stopLive(at date: Timestamp) {
        isInBackstage = true
        updatedAt = date
        session?.stopLive(at: date)
    }

    /// The distinct members and participants that may be in backstage.
    fileprivate var usersInBackstage: [String] {
        var seen: Set<String> = []
        return (members.map(\.user) + (session?.participants ?? []).map(\.user))
            .filter { seen.insert($0.id).inserted && allows($0, .joinBackstage) }.map(\.id)
    }
}

extension GoLiveRequest {
    /// The egress that the request starts.
    fileprivate func requested(in call: CallRecord) throws(APIError) -> [EgressOptions] {
        var requested: [EgressOptions] = []
        if startHLS { requested.append(EgressOptions(kind: .hls)) }
        if startRecording { requested.append(EgressOptions(kind: .recording(.composite), storage: recordingStorage)) }
        if startTranscription { requested.append(EgressOptions(kind: .transcription, storage: transcriptionStorage)) }
        if startClosedCaptions { requested.append(EgressOptions(kind: .captions)) }
        guard startRTMPBroadcasts else { return requested }
        guard !call.egress.targets.isEmpty else {
            throw .badField("start_rtmp_broadcasts", "has nothing to start: \(call.cid) knows no RTMP broadcast")
        }
        return requested + call.egress.targets.map { EgressOptions(kind: .rtmp($0.name), target: $0) }
    }
}

extension StopLiveRequest {
    fileprivate func continues(_ kind: EgressKind) -> Bool {
        switch kind {
        case .recording, .frames: continueRecording
        case .hls: continueHLS
        case .rtmp: continueRTMPBroadcasts
        case .transcription: continueTranscription
        case .captions: continueClosedCaptions
        }
    }
}
