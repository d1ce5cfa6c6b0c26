public import Signaling

/// Detects that this user is the last participant of a call that began with a ring (`semantics.md` 2.7).
public struct LastParticipantWatch: Sendable {
    /// The relevant state at one instant.
    public struct Situation: Hashable, Sendable {
        /// The ringing call.
        public var ringing: CallCid?
        /// The call that the user has joined.
        public var active: CallCid?
        /// This client's session id in the active call.
        public var sessionId: String
        /// True when the connection to the active call works.
        public var isConnected: Bool
        /// The number of participants in the active call.
        public var participants: Int
        /// True when a user accepted the active call's ring.
        public var isAccepted: Bool

        /// Creates a situation from its values.
        public init(
            ringing: CallCid?, active: CallCid?, sessionId: String = "", isConnected: Bool, participants: Int,
            isAccepted: Bool
        ) {
            self.ringing = ringing
            self.active = active
            self.sessionId = sessionId
            self.isConnected = isConnected
            self.participants = participants
            self.isAccepted = isAccepted
        }
    }

    private var lastRinging: CallCid?
    private var lastActive: CallCid?
    private var lastSession = ""
    /// True when the active call rang.
    private var hasRung = false
    /// The maximum number of participants in the current session so far.
    private var maxParticipants = 0

    /// Creates the watch of a user without calls.
    public init() {}

    /// Handles the state at one instant. Returns true when the user is alone after others were there.
    ///
    /// The maximum is counted per session. After a rejoin the other participants may arrive later, so their absence at
    /// first does not count.
    public mutating func isAlone(_ situation: Situation) -> Bool {
        if situation.active != lastActive {
            if lastActive == lastRinging { lastRinging = nil }
            lastActive = situation.active
            hasRung = false
            maxParticipants = 0
        }
        if situation.sessionId != lastSession {
            lastSession = situation.sessionId
            maxParticipants = 0
        }
        lastRinging = situation.ringing ?? lastRinging
        guard let active = situation.active else { return false }
        if active == lastRinging { hasRung = true }
        guard situation.isConnected else { return false }
        maxParticipants = max(maxParticipants, situation.participants)
        return hasRung && situation.isAccepted && maxParticipants > 1 && situation.participants == 1
    }
}
