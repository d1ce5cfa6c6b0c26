import Timing

// The rules of shown voices: an SFU shows them as their packets say (wire.md, "Packets").
extension FlowRules {
    private enum Voice {
        case talks
        case silent
        /// Its packets permit both.
        case unclear
    }

    /// The time that an SFU needs to show a change of a voice: it measures for 0.2 s, shows a level each second, and
    /// the end of speech after three measurements.
    private var voiceTime: Duration { .seconds(2) + delay * 3 }

    /// Each packet of a client's voice has a level (RFC 6464), which is one of speech while its participant speaks.
    var missingVoice: String? {
        guard session.isSender, let track = session.own.tracks[SessionMedia.voice], track.isSent,
            isOver(slack, since: track.since), let activity = sources[track.source], activity.way == way,
            activity.flows(for: slack, at: now)
        else { return nil }
        if let packet = activity.lastWithoutLevel, !isOver(slack, since: packet) {
            return "a packet of its voice has no level"
        }
        guard let speech, speech.contains(now), isOver(slack, since: speech.lowerBound),
            activity.isSilent(for: slack, at: now)
        else { return nil }
        return "its participant speaks, and its packets have no voice"
    }

    /// The first participant that the SFU shows otherwise than its packets say.
    var wrongVoice: String? {
        guard let openedAt = session.openedAt, isOver(.seconds(1) + voiceTime, since: openedAt) else { return nil }
        var voices: [String: Voice] = [:]
        for id in session.participants.keys.sorted() {
            guard let participant = session.participants[id] else { continue }
            let voice = voice(of: participant, id)
            voices[id] = voice
            if voice == .talks, !participant.isSpeaking { return "its SFU shows \(id) as silent, and it talks" }
            if voice == .silent, participant.isSpeaking { return "its SFU shows \(id) as speaking, and it is silent" }
            if let text = wrongLevel(of: participant, id) { return text }
        }
        return wrongDominance(voices)
    }

    private func voice(of participant: SessionMedia.Participant, _ id: String) -> Voice {
        guard let source = participant.sources[SessionMedia.voice], let activity = sources[source] else {
            return .silent
        }
        if activity.isSilent(for: voiceTime, at: now) { return .silent }
        return activity.talks(for: voiceTime, at: now) && isPublished(source, id) ? .talks : .unclear
    }

    /// True when the voice has been published for long enough.
    private func isPublished(_ source: UInt32, _ id: String) -> Bool {
        if id == session.id {
            guard let track = session.own.tracks[SessionMedia.voice], track.source == source else { return false }
            return track.isSent && isOver(voiceTime, since: track.since)
        }
        guard let flow = session.flows[source] else { return false }
        return flow.isDue && isOver(voiceTime, since: flow.since)
    }

    /// A level is the mean of those of the packets.
    private func wrongLevel(of participant: SessionMedia.Participant, _ id: String) -> String? {
        guard let source = participant.sources[SessionMedia.voice], let activity = sources[source],
            activity.flows(for: voiceTime, at: now), isPublished(source, id),
            !activity.mayHave(participant.level, at: now)
        else { return nil }
        return "its SFU shows the level \(participant.level) of \(id), which none of its packets has"
    }

    /// The only one that talks dominates.
    private func wrongDominance(_ voices: [String: Voice]) -> String? {
        let talking = voices.keys.filter { voices[$0] == .talks }
        guard talking.count == 1, let only = talking.first, !voices.values.contains(.unclear), session.dominant != only
        else { return nil }
        return "only \(only) talks, and its SFU shows \(session.dominant ?? "none") as dominant"
    }
}
