public import Signaling

/// Detects that this user is the last participant of a call that began with a ring (`semantics.md` 2.7).
public struct LastParticipantWatch: Sendable {
    /// The relevant state at one instant.
    public struct Situation: Hashable, Sendable {
        /// The ringing call.
        public var ringing: CallCid?
        /// The call that the user has joined.
        public var active: CallCid?
        /// True when the connection to the active call works.
        public var isConnected: Bool
        /// The number of participants in the active call.
        public var participants: Int
        /// True when a user accepted the active call's ring.
        public var isAccepted: Bool

        /// Creates a state from its values.
        public init(ringing: CallCid?, active: CallCid?, isConnected: Bool, participants: Int, isAccepted: Bool) {
            self.ringing = ringing
            self.active = active
            self.isConnected = isConnected
            self.participants = participants
            self.isAccepted = isAccepted
        }
    }

    private var lastRinging: CallCid?
    private var lastActive: CallCid?
    private var most = 0

    /// Creates the watch of a user without calls.
    public init() {}

    /// Handles the state at one instant. Returns true when the user is alone after others were there.
    public mutating func isAlone(_ situation: Situation) -> Bool {
        if situation.active != lastActive {
            if lastActive == lastRinging { lastRinging = nil }
            lastActive = situation.active
            most = 0
        }
        lastRinging = situation.ringing ?? lastRinging
        guard let active = situation.active, situation.isConnected else { return false }
        most = max(most, situation.participants)
        return active == lastRinging && situation.isAccepted && most > 1 && situation.participants == 1
    }
}
