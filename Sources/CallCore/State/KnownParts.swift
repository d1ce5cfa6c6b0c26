package import Signaling

/// The last event of the coordinator's stream that each part of a call includes.
///
/// Responses and events take different paths, so a response may arrive after events that it does not include. Each
/// response carries the number of its last included event. A part of a response is applied unless a later response
/// described that part. The later events are then applied again. An event that a part includes has no effect on it.
struct KnownParts: Sendable {
    /// The number of the last event that the call includes; nil before the first response.
    var call: Int?
    /// The number of the last event that the members include; nil before the first response that lists them all.
    var members: Int?
    /// The number of the last event that this user's capabilities include; nil before the first response with them.
    var capabilities: Int?

    /// The smallest of the three numbers; nil while one is nil.
    var earliest: Int? {
        guard let call, let members, let capabilities else { return nil }
        return min(call, members, capabilities)
    }

    /// True when the part does not include the event with this number. True for an event without a number.
    func isNew(_ part: KeyPath<KnownParts, Int?>, _ number: Int?) -> Bool {
        guard let number, let known = self[keyPath: part] else { return true }
        return number > known
    }

    /// True when a response whose last event is `number` is at least as new as the part. True for a response without
    /// one.
    func isCurrent(_ part: KeyPath<KnownParts, Int?>, asOf number: Int?) -> Bool {
        guard let number, let known = self[keyPath: part] else { return true }
        return number >= known
    }
}

/// The last numbered events of one call, kept because a late response may not include them.
struct EventHistory: Sendable {
    private static let limit = 32

    private(set) var events: [(number: Int, event: CoordinatorEvent)] = []
    /// The number of the last event that was removed for lack of space; 0 before the first.
    private var dropped = 0

    mutating func append(_ event: CoordinatorEvent, _ number: Int) {
        if events.count == Self.limit { dropped = events.removeFirst().number }
        events.append((number, event))
    }

    /// Drops the events that every part includes.
    mutating func drop(through number: Int) {
        guard let first = events.first, first.number <= number else { return }
        events.removeAll { $0.number <= number }
    }

    /// True when events after this one were handled.
    func hasHandledEvents(after number: Int) -> Bool { (events.last?.number ?? dropped) > number }

    /// True when every event after this one is kept.
    func isComplete(after number: Int) -> Bool { dropped <= number }
}

/// The parts of a call that a response describes.
struct CallParts {
    let call: CallResponse
    var members: [Member]?
    /// False when the members were limited, so that others may be missing.
    var listsAllMembers = true
    var capabilities: [OwnCapability]?
    let asOf: Int?

    init(_ call: CallResponse) {
        (self.call, asOf) = (call, nil)
    }

    init(_ response: CallChangeResponse) {
        (call, asOf) = (response.call, response.asOf)
    }

    init(_ response: GetCallResponse, membersLimit: Int?) {
        (call, members, capabilities, asOf) = (response.call, response.members, response.ownCapabilities, response.asOf)
        if let membersLimit { listsAllMembers = response.members.count < membersLimit }
    }

    init(_ response: JoinCallResponse, membersLimit: Int?) {
        (call, members, capabilities, asOf) = (response.call, response.members, response.ownCapabilities, response.asOf)
        if let membersLimit { listsAllMembers = response.members.count < membersLimit }
    }

    init(_ response: CallStateResponse) {
        (call, members, capabilities, asOf) = (response.call, response.members, response.ownCapabilities, response.asOf)
    }
}

extension CallStateValues {
    /// Applies an event of the coordinator's stream.
    ///
    /// - Parameters:
    ///   - number: The event's number in the stream; nil for an event that was derived from a response.
    ///   - user: This user, whose capabilities the event may change.
    package mutating func apply(_ event: CoordinatorEvent, number: Int? = nil, for user: String? = nil) {
        if let user, user != me { me = user }
        applyExtras(of: event)
        countChanges(by: event)
        guard applyParts(of: event, number), let number else { return }
        history.append(event, number)
    }

    /// Applies the parts of a response that no later response described. Then applies the events after the response
    /// again. When some of these are no longer kept, only parts without an earlier response are applied, and the call
    /// is outdated.
    mutating func apply(_ parts: CallParts) {
        guard let number = parts.asOf, history.hasHandledEvents(after: number) else { return set(parts) }
        let isComplete = history.isComplete(after: number)
        guard isComplete || hasUnknown(parts) else { return }
        let (settings, isNoiseOn) = (callSettings, isNoiseCancellationOn)
        if isComplete || !isInitialized { set(parts) } else { setUnknown(parts) }
        for (number, event) in history.events { _ = applyParts(of: event, number) }
        // A capability that only the response lacks switches nothing off.
        if callSettings != settings || isNoiseCancellationOn != isNoiseOn {
            callSettings = settings
            isNoiseCancellationOn = isNoiseOn
            setCapabilities(grantedCapabilities)
        }
        if !isComplete { known.call = 0 }
    }

    /// True when a response describes a part that no earlier response described.
    private func hasUnknown(_ parts: CallParts) -> Bool {
        !isInitialized || known.members == nil && parts.members != nil
            || known.capabilities == nil && parts.capabilities != nil
    }

    /// Applies the members and capabilities of a response that no earlier response described. Members that events named
    /// are newer.
    private mutating func setUnknown(_ parts: CallParts) {
        if known.members == nil, let members = parts.members {
            let later = self.members
            applyMembers(members, of: parts)
            merge(later)
        }
        if known.capabilities == nil, let capabilities = parts.capabilities {
            setCapabilities(capabilities)
            known.capabilities = parts.asOf
        }
    }

    private mutating func set(_ parts: CallParts) {
        let number = parts.asOf
        if known.isCurrent(\.call, asOf: number) {
            set(parts.call)
            changeCounts.callResponses += 1
            known.call = number ?? known.call
        }
        if let members = parts.members, known.isCurrent(\.members, asOf: number) { applyMembers(members, of: parts) }
        if let capabilities = parts.capabilities, known.isCurrent(\.capabilities, asOf: number) {
            setCapabilities(capabilities)
            known.capabilities = number ?? known.capabilities
        }
        if let earliest = known.earliest { history.drop(through: earliest) }
    }

    /// Applies the members of a response. A limited list is added to the known members, because it may lack some of
    /// them.
    private mutating func applyMembers(_ members: [Member], of parts: CallParts) {
        changeCounts.memberResponses += 1
        if parts.listsAllMembers {
            set(members)
            known.members = parts.asOf ?? known.members
        } else {
            merge(members)
        }
        listsAllMembers = parts.listsAllMembers || (listsAllMembers ?? false)
    }

    /// True when events are missing: after a response to an earlier stream alone, or after a response that is older
    /// than all kept events.
    package var isOutdated: Bool { known.call == 0 }

    /// Clears the event numbers of a stream that has ended. Another stream restarts its numbers.
    package mutating func forgetEventNumbers() {
        known = KnownParts()
        history = EventHistory()
    }
}
