import CallCore

/// The default order of participants, as `semantics.md` 3.4 describes it, without the parts that depend on visibility.
extension [CallParticipant] {
    /// The first two neighbours in the wrong order; nil without any.
    var firstMisplaced: (CallParticipant, CallParticipant)? {
        zip(self, dropFirst()).first { first, second in second.comesBefore(first) }
    }
}

extension CallParticipant {
    /// Returns true when it has to be listed before another participant: a pin for everyone is before a local one, a later
    /// pin before an earlier one, and one that shares its screen before one that does not.
    fileprivate func comesBefore(_ other: CallParticipant) -> Bool {
        guard pinRank == other.pinRank else { return pinRank < other.pinRank }
        if let pin, let otherPin = other.pin, pin.pinnedAt != otherPin.pinnedAt {
            return pin.pinnedAt > otherPin.pinnedAt
        }
        return isScreensharing && !other.isScreensharing
    }

    private var pinRank: Int {
        switch pin?.isLocal {
        case false?: 0
        case true?: 1
        case nil: 2
        }
    }
}
