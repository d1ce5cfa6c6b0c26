import Signaling
import Wire

extension CoordinatorMachine {
    // MARK: Recordings

    func startRecording(
        _ request: CallRequest, _ action: EgressAction, _ kind: EgressKind
    ) throws(APIError) -> ServerResponse {
        let body = try request.body(StartRecordingRequest.self)
        let call = try call(request, action)
        let requested = [EgressOptions(kind: kind, storage: body.externalStorage)]
        try check(requested, of: request.requester, in: call)
        start(requested, in: call)
        return ServerResponse(.changed)
    }

    func listRecordings(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .listRecordings)
        return ServerResponse(.content, ListRecordingsResponse { $0.recordings = call.egress.recordings })
    }

    func deleteRecording(
        _ request: CallRequest, _ sessionId: String, _ filename: String
    ) throws(APIError) -> ServerResponse {
        let call = try call(request, .deleteRecording(sessionId: sessionId, filename: filename))
        guard call.egress.delete(filename, of: sessionId) else {
            throw .unknownRecording(filename, sessionId, request.cid)
        }
        return ServerResponse(.deleted)
    }

    // MARK: Broadcasts

    func startBroadcasting(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .startBroadcasting)
        let requested = [EgressOptions(kind: .hls)]
        try check(requested, of: request.requester, in: call)
        start(requested, in: call)
        guard let run = call.egress[.hls] else { throw .unknownCall(call.cid) }
        return ServerResponse(.changed, StartHLSBroadcastingResponse { $0.playlistURL = run.playlistURL })
    }

    func startRTMPBroadcasts(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StartRTMPBroadcastsRequest.self)
        let call = try call(request, .startRTMPBroadcasts)
        var names: Set<String> = []
        for (index, broadcast) in body.broadcasts.enumerated() {
            let (name, field) = (broadcast.name, "broadcasts[\(index)].name")
            // A request that stops the broadcast has the name in its path.
            guard name.utf8.count <= ServerRequest.longestOption else {
                throw .tooLong(field, name.utf8.count, limit: ServerRequest.longestOption)
            }
            guard names.insert(name).inserted else { throw .badField(field, "is there twice: \(name)") }
        }
        let most = CallEgress.maxBroadcasts
        guard names.count + call.egress.runs.filter(\.kind.isRTMP).count <= most else {
            throw .badField("broadcasts", "would make more than \(most) broadcasts of \(request.cid)")
        }
        let requested = body.broadcasts.map { EgressOptions(kind: .rtmp($0.name), target: $0) }
        try check(requested, of: request.requester, in: call)
        start(requested, in: call)
        return ServerResponse(.changed)
    }

    func stopAllRTMPBroadcasts(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .stopAllRTMPBroadcasts)
        let kinds = call.egress.runs.map(\.kind).filter(\.isRTMP)
        guard !kinds.isEmpty else {
            throw .wrongState(
                "no RTMP broadcast of \(request.cid) is going on", advice: "start one first")
        }
        return try stop(request, .stopAllRTMPBroadcasts, kinds)
    }

    // MARK: Speech

    func startTranscription(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StartTranscriptionRequest.self)
        let call = try call(request, .startTranscription)
        var requested = [
            EgressOptions(kind: .transcription, storage: body.externalStorage, language: body.language)
        ]
        if body.enableClosedCaptions { requested.append(EgressOptions(kind: .captions, language: body.language)) }
        try check(requested, of: request.requester, in: call)
        start(requested, in: call)
        return ServerResponse(.changed)
    }

    func stopTranscription(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StopTranscriptionRequest.self)
        return try stop(
            request, .stopTranscription, body.stopClosedCaptions ? [.transcription, .captions] : [.transcription])
    }

    func startClosedCaptions(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StartClosedCaptionsRequest.self)
        let call = try call(request, .startClosedCaptions)
        var requested = [EgressOptions(kind: .captions, language: body.language)]
        if body.enableTranscription {
            requested.append(
                EgressOptions(kind: .transcription, storage: body.externalStorage, language: body.language))
        }
        try check(requested, of: request.requester, in: call)
        start(requested, in: call)
        return ServerResponse(.changed)
    }

    func stopClosedCaptions(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(StopClosedCaptionsRequest.self)
        return try stop(
            request, .stopClosedCaptions, body.stopTranscription ? [.captions, .transcription] : [.captions])
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
