package import Signaling

/// The event numbers of the coordinator's stream as of which the parts of a call are known.
///
/// Responses and events take different paths, so a response may arrive after events that it does not include. Each
/// response carries the number of its last included event. A part of a response counts unless a later response
/// described that part. The later events are then applied again. An event that a part already includes changes nothing.
struct KnownParts: Sendable {
    /// The number of the last event that the response included; nil before the first response.
    var call: Int?
    var members: Int?
    var capabilities: Int?

    /// The smallest number of the three parts; nil when a part is not known.
    var earliest: Int? {
        guard let call, let members, let capabilities else { return nil }
        return min(call, members, capabilities)
    }

    /// True when the event with this number is not included yet; also for an event without a number.
    func isNew(_ part: KeyPath<KnownParts, Int?>, _ number: Int?) -> Bool {
        guard let number, let known = self[keyPath: part] else { return true }
        return number > known
    }

    /// True when a response as of this event is at least as new as the known part.
    func isCurrent(_ part: KeyPath<KnownParts, Int?>, asOf number: Int?) -> Bool {
        guard let number, let known = self[keyPath: part] else { return true }
        return number >= known
    }
}

/// The last numbered events of one call that responses may not include yet.
struct EventHistory: Sendable {
    private static let limit = 32

    private(set) var events: [(number: Int, event: CoordinatorEvent)] = []
    /// The number of the last event that was dropped for lack of space.
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
    func goesBeyond(_ number: Int) -> Bool { (events.last?.number ?? dropped) > number }

    /// True when every event after this one is kept.
    func reachesBack(to number: Int) -> Bool { dropped <= number }
}

/// The parts of a call that a response describes.
struct CallParts {
    let call: CallResponse
    var members: [Member]?
    var capabilities: [OwnCapability]?
    let asOf: Int?

    init(_ call: CallResponse) {
        (self.call, asOf) = (call, nil)
    }

    init(_ answer: CallChangeResponse) {
        (call, asOf) = (answer.call, answer.asOf)
    }

    init(_ answer: GetCallResponse) {
        (call, members, capabilities, asOf) = (answer.call, answer.members, answer.ownCapabilities, answer.asOf)
    }

    init(_ answer: JoinCallResponse) {
        (call, members, capabilities, asOf) = (answer.call, answer.members, answer.ownCapabilities, answer.asOf)
    }

    init(_ answer: CallStateResponse) {
        (call, members, capabilities, asOf) = (answer.call, answer.members, answer.ownCapabilities, answer.asOf)
    }
}

extension CallStateValues {
    /// Applies an event of the coordinator's stream.
    ///
    /// - Parameters:
    /// - number: The event's number in the stream; nil for an event that was derived from a response.
    /// - user: This user, whose capabilities the event may change.
    package mutating func apply(_ event: CoordinatorEvent, number: Int? = nil, for user: String? = nil) {
        if let user, user != me { me = user }
        applyExtras(of: event)
        guard applyParts(of: event, number), let number else { return }
        history.append(event, number)
    }

    /// Applies the parts of a response that are not known as of a later event. Then applies the events after the
    /// response again.
    mutating func take(_ parts: CallParts) {
        guard let number = parts.asOf, history.goesBeyond(number) else { return set(parts) }
        guard history.reachesBack(to: number) || !isInitialized else { return }
        let (settings, isNoiseOn) = (callSettings, isNoiseCancellationOn)
        set(parts)
        for (number, event) in history.events { _ = applyParts(of: event, number) }
        // A capability that only the response lacks switches nothing off.
        if callSettings != settings || isNoiseCancellationOn != isNoiseOn {
            callSettings = settings
            isNoiseCancellationOn = isNoiseOn
            setCapabilities(grantedCapabilities)
        }
    }

    private mutating func set(_ parts: CallParts) {
        let number = parts.asOf
        if known.isCurrent(\.call, asOf: number) {
            set(parts.call)
            known.call = number ?? known.call
        }
        if let members = parts.members, known.isCurrent(\.members, asOf: number) {
            set(members)
            known.members = number ?? known.members
        }
        if let capabilities = parts.capabilities, known.isCurrent(\.capabilities, asOf: number) {
            setCapabilities(capabilities)
            known.capabilities = number ?? known.capabilities
        }
        if let earliest = known.earliest { history.drop(through: earliest) }
    }

    /// True when the call is known from a response to an earlier stream alone. Events between both streams are missing.
    package var isOutdated: Bool { known.call == 0 }

    /// Clears the event numbers of a stream that has ended. Another stream restarts its numbers.
    package mutating func forgetEventNumbers() {
        known = KnownParts()
        history = EventHistory()
    }
}
