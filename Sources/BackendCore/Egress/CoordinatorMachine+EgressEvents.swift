import Signaling

extension CoordinatorMachine {
    /// A change of egress that is notified.
    enum EgressChange {
        case started
        case stopped
        case failed
    }

    /// Notifies the receivers of a call's events, including the connection that requested the egress.
    func notify(_ run: EgressRun, _ change: EgressChange, in call: CallRecord) {
        call.updatedAt = date
        switch run.kind {
        case .recording(let type): notifyRecording(run, type, change)
        case .frames: notifyFrames(run, change, call)
        case .hls: notifyHLS(run, change)
        case .rtmp(let name): notifyRTMP(run.cid, BroadcastNamePayload { $0.name = name }, change)
        case .transcription: notifyTranscription(run.cid, change)
        case .captions: notifyCaptions(run.cid, change)
        }
    }

    private func notifyRecording(_ run: EgressRun, _ type: RecordingType, _ change: EgressChange) {
        let payload = EgressPayload {
            $0.egressId = run.id
            $0.recordingType = type.rawValue
        }
        switch change {
        case .started: notify(CallRecordingStartedEvent(run.cid, at: date, payload))
        case .stopped: notify(CallRecordingStoppedEvent(run.cid, at: date, payload))
        case .failed: notify(CallRecordingFailedEvent(run.cid, at: date, payload))
        }
    }

    private func notifyFrames(_ run: EgressRun, _ change: EgressChange, _ call: CallRecord) {
        let payload = FrameRecordingPayload {
            $0.call = call.response
            $0.egressId = run.id
        }
        switch change {
        case .started: notify(CallFrameRecordingStartedEvent(run.cid, at: date, payload))
        case .stopped: notify(CallFrameRecordingStoppedEvent(run.cid, at: date, payload))
        case .failed: notify(CallFrameRecordingFailedEvent(run.cid, at: date, payload))
        }
    }

    private func notifyHLS(_ run: EgressRun, _ change: EgressChange) {
        switch change {
        case .started:
            notify(
                CallHLSBroadcastingStartedEvent(
                    run.cid, at: date, PlaylistPayload { $0.hlsPlaylistURL = run.playlistURL }))
        case .stopped: notify(CallHLSBroadcastingStoppedEvent(run.cid, at: date, EmptyBody()))
        case .failed: notify(CallHLSBroadcastingFailedEvent(run.cid, at: date, EmptyBody()))
        }
    }

    private func notifyRTMP(_ cid: CallCid, _ payload: BroadcastNamePayload, _ change: EgressChange) {
        switch change {
        case .started: notify(CallRTMPBroadcastStartedEvent(cid, at: date, payload))
        case .stopped: notify(CallRTMPBroadcastStoppedEvent(cid, at: date, payload))
        case .failed: notify(CallRTMPBroadcastFailedEvent(cid, at: date, payload))
        }
    }

    private func notifyTranscription(_ cid: CallCid, _ change: EgressChange) {
        switch change {
        case .started: notify(CallTranscriptionStartedEvent(cid, at: date, EmptyBody()))
        case .stopped: notify(CallTranscriptionStoppedEvent(cid, at: date, EmptyBody()))
        case .failed: notify(CallTranscriptionFailedEvent(cid, at: date, EmptyBody()))
        }
    }

    private func notifyCaptions(_ cid: CallCid, _ change: EgressChange) {
        switch change {
        case .started: notify(CallClosedCaptionsStartedEvent(cid, at: date, EmptyBody()))
        case .stopped: notify(CallClosedCaptionsStoppedEvent(cid, at: date, EmptyBody()))
        case .failed: notify(CallClosedCaptionsFailedEvent(cid, at: date, EmptyBody()))
        }
    }

    /// Notifies a closed caption, if captioning runs.
    func notifyCaption(_ text: String, by speakerId: String, in cid: CallCid) {
        guard let run = calls[cid]?.egress[.captions], run.phase == .running else { return }
        let caption = ClosedCaption {
            $0.text = text
            $0.speakerId = speakerId
            $0.startTime = date
            $0.endTime = date
            $0.language = run.options.language
        }
        notify(ClosedCaptionEvent(cid, at: date, ClosedCaptionPayload { $0.closedCaption = caption }))
    }
}
