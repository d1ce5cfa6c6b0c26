import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Leaves backstage, and starts what is asked for besides; nothing of it when a part is refused.
    mutating func goLive(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(GoLiveRequest.self)
        let cid = question.cid
        let before = try call(question, .goLive)
        if before.endedAt != nil { throw .ended(cid) }
        guard before.isInBackstage else { throw .wrongState("\(cid) is live already", advice: "stop it first") }
        let wishes = try body.wishes(in: before)
        try check(wishes, of: question.asker, in: before)
        startSession(cid)
        calls[cid]?.goLive(at: date)
        guard let call = calls[cid] else { throw .unknownCall(cid) }
        tellAll(
            CallLiveStartedEvent(cid, at: date, CallPayload { $0.call = call.response }),
            cause: question.asker.receiver)
        start(wishes, in: cid)
        startRecordingByItself(cid)
        let response = calls[cid]?.response ?? call.response
        return answer(.changed, CallChangeResponse { $0.call = response }, to: question.asker)
    }

    /// Goes back to backstage: who may not be there must leave, and what is not to continue stops.
    mutating func stopLive(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StopLiveRequest.self)
        let cid = question.cid
        let before = try call(question, .stopLive)
        if before.endedAt != nil { throw .ended(cid) }
        guard before.settings.backstage.enabled else {
            throw .wrongState(
                "\(cid) has no backstage", advice: "change settings.backstage.enabled with PATCH first")
        }
        guard !before.isInBackstage else {
            throw .wrongState("\(cid) is in backstage already", advice: "go live first")
        }
        for run in before.egress.runs where !body.continues(run.kind) { end(run.kind, in: cid, .stop) }
        calls[cid]?.stopLive(at: date)
        guard let call = calls[cid] else { throw .unknownCall(cid) }
        tellUpdated(cid, cause: question.asker.receiver)
        if let edge = call.edge {
            effects.append(.order(edge: edge, .endLive(cid, staying: call.usersInBackstage)))
        }
        return answer(.changed, CallChangeResponse { $0.call = call.response }, to: question.asker)
    }
}

extension CallRecord {
    fileprivate mutating func goLive(at date: Timestamp) {
        isInBackstage = false
        updatedAt = date
        changeSession { $0.goLive(at: date) }
    }

    fileprivate mutating func stopLive(at date: Timestamp) {
        isInBackstage = true
        updatedAt = date
        changeSession { $0.stopLive(at: date) }
    }

    /// Those of its members and of who is in its session that may be in backstage, each once.
    fileprivate var usersInBackstage: [String] {
        var seen: Set<String> = []
        return (members.map(\.user) + (session?.participants ?? []).map(\.user))
            .filter { seen.insert($0.id).inserted && allows($0, .joinBackstage) }.map(\.id)
    }
}

extension GoLiveRequest {
    /// What is to leave the call besides.
    fileprivate func wishes(in call: CallRecord) throws(APIError) -> [EgressWish] {
        var wishes: [EgressWish] = []
        if startHLS { wishes.append(EgressWish(kind: .hls)) }
        if startRecording { wishes.append(EgressWish(kind: .recording(.composite), storage: recordingStorage)) }
        if startTranscription { wishes.append(EgressWish(kind: .transcription, storage: transcriptionStorage)) }
        if startClosedCaptions { wishes.append(EgressWish(kind: .captions)) }
        guard startRTMPBroadcasts else { return wishes }
        guard !call.egress.targets.isEmpty else {
            throw .badField("start_rtmp_broadcasts", "has nothing to start: \(call.cid) knows no RTMP broadcast")
        }
        return wishes + call.egress.targets.map { EgressWish(kind: .rtmp($0.name), target: $0) }
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
