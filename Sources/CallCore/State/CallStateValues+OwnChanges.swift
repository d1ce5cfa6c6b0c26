package import Signaling

/// The numbers of changes by events, by user id, and by responses with an event number.
package struct ChangeCounts: Hashable, Sendable {
    /// The events that changed each member.
    var memberEvents: [String: Int] = [:]
    /// The events that blocked or unblocked each user.
    var blockEvents: [String: Int] = [:]
    /// The responses that listed the members.
    var memberResponses = 0
    /// The responses that described the call, and with it the blocked users.
    var callResponses = 0

    fileprivate func isSameMember(_ userId: String, as earlier: ChangeCounts) -> Bool {
        memberResponses == earlier.memberResponses && memberEvents[userId] == earlier.memberEvents[userId]
    }
}

/// Changes by requests of this client whose responses have no event number.
///
/// Such a response changes nothing that an event or another response has changed since the request. The event or the
/// response may be newer, and the request causes an event of its own.
extension CallStateValues {
    /// Counts the users that an event changes.
    mutating func countChanges(by event: CoordinatorEvent) {
        switch event {
        case .memberAdded(let event): countMembers(event.members.map(\.userId))
        case .memberUpdated(let event): countMembers(event.members.map(\.userId))
        case .memberUpdatedPermission(let event): countMembers(event.members.map(\.userId))
        case .memberRemoved(let event): countMembers(event.members)
        case .blockedUser(let event): changeCounts.blockEvents[event.user.id, default: 0] += 1
        case .unblockedUser(let event): changeCounts.blockEvents[event.user.id, default: 0] += 1
        default: break
        }
    }

    private mutating func countMembers(_ userIds: [String]) {
        for userId in userIds { changeCounts.memberEvents[userId, default: 0] += 1 }
    }

    /// Adds or replaces the members of a response, except those that were changed since `earlier`.
    package mutating func merge(_ changed: [Member], unlessChangedSince earlier: ChangeCounts) {
        merge(changed.filter { changeCounts.isSameMember($0.userId, as: earlier) })
    }

    /// Removes members by user id, except those that were changed since `earlier`.
    package mutating func removeMembers(_ userIds: [String], unlessChangedSince earlier: ChangeCounts) {
        removeMembers(userIds.filter { changeCounts.isSameMember($0, as: earlier) })
    }

    /// Blocks or unblocks a user, unless that was changed since `earlier`.
    package mutating func setBlocked(
        _ userId: String, _ isBlocked: Bool, unlessChangedSince earlier: ChangeCounts
    ) {
        guard changeCounts.callResponses == earlier.callResponses,
            changeCounts.blockEvents[userId] == earlier.blockEvents[userId]
        else { return }
        setBlocked(userId, isBlocked)
    }
}
