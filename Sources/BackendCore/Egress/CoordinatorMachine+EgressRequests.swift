import Signaling
import Wire

extension CoordinatorMachine {
    // MARK: Recordings

    func startRecording(
        _ question: CallQuestion, _ action: EgressAction, _ kind: EgressKind
    ) throws(APIError) -> ServerAnswer {
        let body = try question.body(StartRecordingRequest.self)
        let call = try call(question, action)
        let wishes = [EgressWish(kind: kind, storage: body.externalStorage)]
        try check(wishes, of: question.requester, in: call)
        start(wishes, in: call)
        return ServerAnswer(.changed)
    }

    func listRecordings(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let call = try call(question, .listRecordings)
        return ServerAnswer(.content, ListRecordingsResponse { $0.recordings = call.egress.recordings })
    }

    func deleteRecording(
        _ question: CallQuestion, _ sessionId: String, _ filename: String
    ) throws(APIError) -> ServerAnswer {
        let call = try call(question, .deleteRecording(sessionId: sessionId, filename: filename))
        guard call.egress.delete(filename, of: sessionId) else {
            throw .unknownRecording(filename, sessionId, question.cid)
        }
        return ServerAnswer(.deleted)
    }

    // MARK: Broadcasts

    func startBroadcasting(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let call = try call(question, .startBroadcasting)
        let wishes = [EgressWish(kind: .hls)]
        try check(wishes, of: question.requester, in: call)
        start(wishes, in: call)
        guard let run = call.egress[.hls] else { throw .unknownCall(call.cid) }
        return ServerAnswer(.changed, StartHLSBroadcastingResponse { $0.playlistURL = run.playlistURL })
    }

    func startRTMPBroadcasts(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StartRTMPBroadcastsRequest.self)
        let call = try call(question, .startRTMPBroadcasts)
        var names: Set<String> = []
        for (index, broadcast) in body.broadcasts.enumerated() where !names.insert(broadcast.name).inserted {
            throw .badField("broadcasts[\(index)].name", "is there twice: \(broadcast.name)")
        }
        let most = CallEgress.mostBroadcasts
        guard names.count + call.egress.runs.filter(\.kind.isRTMP).count <= most else {
            throw .badField("broadcasts", "would make more than \(most) broadcasts of \(question.cid)")
        }
        let wishes = body.broadcasts.map { EgressWish(kind: .rtmp($0.name), target: $0) }
        try check(wishes, of: question.requester, in: call)
        start(wishes, in: call)
        return ServerAnswer(.changed)
    }

    func stopAllRTMPBroadcasts(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let call = try call(question, .stopAllRTMPBroadcasts)
        let kinds = call.egress.runs.map(\.kind).filter(\.isRTMP)
        guard !kinds.isEmpty else {
            throw .wrongState(
                "no RTMP broadcast of \(question.cid) is going on", advice: "start one first")
        }
        return try stop(question, .stopAllRTMPBroadcasts, kinds)
    }

    // MARK: Speech

    func startTranscription(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StartTranscriptionRequest.self)
        let call = try call(question, .startTranscription)
        var wishes = [
            EgressWish(kind: .transcription, storage: body.externalStorage, language: body.language)
        ]
        if body.enableClosedCaptions { wishes.append(EgressWish(kind: .captions, language: body.language)) }
        try check(wishes, of: question.requester, in: call)
        start(wishes, in: call)
        return ServerAnswer(.changed)
    }

    func stopTranscription(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StopTranscriptionRequest.self)
        return try stop(
            question, .stopTranscription, body.stopClosedCaptions ? [.transcription, .captions] : [.transcription])
    }

    func startClosedCaptions(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StartClosedCaptionsRequest.self)
        let call = try call(question, .startClosedCaptions)
        var wishes = [EgressWish(kind: .captions, language: body.language)]
        if body.enableTranscription {
            wishes.append(
                EgressWish(kind: .transcription, storage: body.externalStorage, language: body.language))
        }
        try check(wishes, of: question.requester, in: call)
        start(wishes, in: call)
        return ServerAnswer(.changed)
    }

    func stopClosedCaptions(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(StopClosedCaptionsRequest.self)
        return try stop(
            question, .stopClosedCaptions, body.stopTranscription ? [.captions, .transcription] : [.captions])
    }
}

extension EgressKind {
    var isRecording: Bool {
        if case .recording = self { true } else { false }
    }

    var isRTMP: Bool {
        if case .rtmp = self { true } else { false }
    }
}
