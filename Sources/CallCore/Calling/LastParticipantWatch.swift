public import Signaling

/// Decides whether this user is the last one in a call that began with a ring (`semantics.md` 2.7).
public struct LastParticipantWatch: Sendable {
    /// What is known at one moment.
    public struct Situation: Hashable, Sendable {
        /// The call that rings.
        public var ringing: CallCid?
        /// The call that the user is in.
        public var active: CallCid?
        /// Whether the connection to it is well.
        public var isConnected: Bool
        /// How many are in it.
        public var participants: Int
        /// Whether anybody accepted its ring.
        public var isAccepted: Bool

        /// Describes a moment.
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

    /// Makes the watch of a user without calls.
    public init() {}

    /// Takes one moment, and says whether the user is alone after others were there.
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
