import Signaling

extension CoordinatorMachine {
    /// What is told of something that leaves a call.
    enum EgressMoment {
        /// It began.
        case started
        /// It was stopped.
        case stopped
        /// It broke.
        case failed
    }

    /// Tells everybody who follows the call; whoever asked for it waits for it as well.
    mutating func tell(_ run: EgressRun, _ moment: EgressMoment) {
        calls[run.cid]?.updatedAt = date
        switch run.kind {
        case .recording(let type): tellRecording(run, type, moment)
        case .frames: tellFrames(run, moment)
        case .hls: tellHLS(run, moment)
        case .rtmp(let name): tellRTMP(run.cid, BroadcastNamePayload { $0.name = name }, moment)
        case .transcription: tellTranscription(run.cid, moment)
        case .captions: tellCaptions(run.cid, moment)
        }
    }

    private mutating func tellRecording(_ run: EgressRun, _ type: RecordingType, _ moment: EgressMoment) {
        let payload = EgressPayload {
            $0.egressId = run.id
            $0.recordingType = type.rawValue
        }
        switch moment {
        case .started: tellNow(CallRecordingStartedEvent(run.cid, at: date, payload))
        case .stopped: tellNow(CallRecordingStoppedEvent(run.cid, at: date, payload))
        case .failed: tellNow(CallRecordingFailedEvent(run.cid, at: date, payload))
        }
    }

    private mutating func tellFrames(_ run: EgressRun, _ moment: EgressMoment) {
        guard let call = calls[run.cid] else { return }
        let payload = FrameRecordingPayload {
            $0.call = call.response
            $0.egressId = run.id
        }
        switch moment {
        case .started: tellNow(CallFrameRecordingStartedEvent(run.cid, at: date, payload))
        case .stopped: tellNow(CallFrameRecordingStoppedEvent(run.cid, at: date, payload))
        case .failed: tellNow(CallFrameRecordingFailedEvent(run.cid, at: date, payload))
        }
    }

    private mutating func tellHLS(_ run: EgressRun, _ moment: EgressMoment) {
        switch moment {
        case .started:
            tellNow(
                CallHLSBroadcastingStartedEvent(
                    run.cid, at: date, PlaylistPayload { $0.hlsPlaylistURL = run.playlistURL }))
        case .stopped: tellNow(CallHLSBroadcastingStoppedEvent(run.cid, at: date, EmptyBody()))
        case .failed: tellNow(CallHLSBroadcastingFailedEvent(run.cid, at: date, EmptyBody()))
        }
    }

    private mutating func tellRTMP(_ cid: CallCid, _ payload: BroadcastNamePayload, _ moment: EgressMoment) {
        switch moment {
        case .started: tellNow(CallRTMPBroadcastStartedEvent(cid, at: date, payload))
        case .stopped: tellNow(CallRTMPBroadcastStoppedEvent(cid, at: date, payload))
        case .failed: tellNow(CallRTMPBroadcastFailedEvent(cid, at: date, payload))
        }
    }

    private mutating func tellTranscription(_ cid: CallCid, _ moment: EgressMoment) {
        switch moment {
        case .started: tellNow(CallTranscriptionStartedEvent(cid, at: date, EmptyBody()))
        case .stopped: tellNow(CallTranscriptionStoppedEvent(cid, at: date, EmptyBody()))
        case .failed: tellNow(CallTranscriptionFailedEvent(cid, at: date, EmptyBody()))
        }
    }

    private mutating func tellCaptions(_ cid: CallCid, _ moment: EgressMoment) {
        switch moment {
        case .started: tellNow(CallClosedCaptionsStartedEvent(cid, at: date, EmptyBody()))
        case .stopped: tellNow(CallClosedCaptionsStoppedEvent(cid, at: date, EmptyBody()))
        case .failed: tellNow(CallClosedCaptionsFailedEvent(cid, at: date, EmptyBody()))
        }
    }

    /// Tells what somebody said to all who follow the call, if it has closed captions.
    mutating func say(_ text: String, by speakerId: String, in cid: CallCid) {
        guard let run = calls[cid]?.egress[.captions], run.phase == .running else { return }
        let caption = ClosedCaption {
            $0.text = text
            $0.speakerId = speakerId
            $0.startTime = date
            $0.endTime = date
            $0.language = run.wish.language
        }
        tellNow(ClosedCaptionEvent(cid, at: date, ClosedCaptionPayload { $0.closedCaption = caption }))
    }

    private mutating func tellNow<Kind>(_ event: CallEvent<Kind>) where Kind.Payload: Body {
        tellAll(event)
    }
}
