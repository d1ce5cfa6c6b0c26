import Wire

/// Measures the level of one voice per window, from the levels in its packets (RFC 6464).
struct LevelMeter: Sendable {
    /// The minimum level of speech, where the sender detects a voice: 55 dB below overload.
    private static let threshold: UInt8 = 55
    /// The number of windows without speech after which speaking ends. Speech has pauses.
    private static let pause = 3

    private var frames = 0
    private var spoken = 0
    private var sum = 0.0
    private var silentWindows = 0
    /// The level of the last window, from 0 to 1.
    private(set) var level = 0.0
    private(set) var isSpeaking = false
    /// The average level of about the last second, for comparisons between speakers.
    private(set) var loudness = 0.0

    /// Adds the level of a packet.
    mutating func add(_ level: RTP.AudioLevel) {
        frames += 1
        sum += Double(127 - level.decibelsBelowOverload) / 127
        if level.hasVoice, level.decibelsBelowOverload <= Self.threshold { spoken += 1 }
    }

    /// Ends a window. Returns true when the participant began or stopped speaking.
    mutating func closeWindow() -> Bool {
        let before = isSpeaking
        // Two digits are as precise as visible, and short on the wire.
        level = frames > 0 ? (sum / Double(frames) * 100).rounded() / 100 : 0
        loudness += (level - loudness) / 3
        if frames > 0, spoken * 2 >= frames {
            isSpeaking = true
            silentWindows = 0
        } else {
            silentWindows += 1
            if silentWindows >= Self.pause { isSpeaking = false }
        }
        (frames, spoken, sum) = (0, 0, 0)
        return isSpeaking != before
    }
}

/// The dominant speaker of a call.
///
/// In a call on several SFUs each SFU compares its own participants with the present speaker, which another SFU may have
/// chosen. So all of them know the same one.
struct DominantSpeaker: Sendable {
    /// The lead in loudness that a new speaker needs, so that two do not alternate.
    private static let margin = 0.05
    /// The number of windows in which the packets of another SFU's choice may still be on their way here.
    private static let delay = 5

    private(set) var sessionId: String?
    /// The louder speaker of the last window. It dominates after a second one in a row.
    private var challenger: String?
    /// The number of windows until the packets of the present speaker must have arrived.
    private var windowsLeft = 0

    /// Ends a window. Returns true when another speaker dominates. Silence has no effect.
    ///
    /// - Parameter remote: The sessions on other SFUs, which decide about them.
    mutating func update(
        _ voices: [(sessionId: String, meter: LevelMeter)], remote: Set<String> = []
    ) -> Bool {
        let speaking = voices.filter(\.meter.isSpeaking)
        let present = speaking.first { $0.sessionId == sessionId }
        windowsLeft = present == nil ? max(0, windowsLeft - 1) : 0
        let own = speaking.filter { !remote.contains($0.sessionId) }
        guard let loudest = own.max(by: { $0.meter.loudness < $1.meter.loudness }) else {
            challenger = nil
            return false
        }
        guard let present else { return windowsLeft == 0 && take(loudest.sessionId) }
        guard loudest.sessionId != present.sessionId,
            loudest.meter.loudness > present.meter.loudness + Self.margin
        else {
            challenger = nil
            return false
        }
        guard challenger == loudest.sessionId else {
            challenger = loudest.sessionId
            return false
        }
        return take(loudest.sessionId)
    }

    /// Adopts the choice of another SFU.
    mutating func adopt(_ chosen: String) {
        (sessionId, challenger, windowsLeft) = (chosen, nil, Self.delay)
    }

    /// Removes a participant that left.
    mutating func forget(_ gone: String) {
        if sessionId == gone { sessionId = nil }
        if challenger == gone { challenger = nil }
    }

    private mutating func take(_ next: String) -> Bool {
        challenger = nil
        sessionId = next
        return true
    }
}
