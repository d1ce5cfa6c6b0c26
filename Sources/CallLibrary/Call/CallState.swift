public import CallCore
public import Observation

/// The observable state of one call: every property of ``CallStateValues``, such as `state.members`.
///
/// Observers of one property hear of changes of that property alone.
@MainActor
@dynamicMemberLookup
public final class CallState: Observable {
    /// All properties as one value, without being observed.
    public private(set) var values: CallStateValues
    private let registrar = ObservationRegistrar()

    init(_ values: CallStateValues) {
        self.values = values
    }

    /// One property.
    public subscript<Value>(dynamicMember property: KeyPath<CallStateValues, Value>) -> Value {
        registrar.access(self, keyPath: \.[dynamicMember: property])
        return values[keyPath: property]
    }

    /// Changes the values and tells the observers of each property that differs afterwards.
    func update(_ change: (inout CallStateValues) -> Void) {
        let before = values
        var after = values
        change(&after)
        let changed = ObservedProperty.all.filter { $0.differs(before, after) }
        for property in changed { property.willChange(registrar, self) }
        values = after
        for property in changed { property.didChange(registrar, self) }
    }
}

/// A stored property of the values, with what it takes to tell its observers.
@MainActor
private struct ObservedProperty {
    let differs: (CallStateValues, CallStateValues) -> Bool
    let willChange: (ObservationRegistrar, CallState) -> Void
    let didChange: (ObservationRegistrar, CallState) -> Void

    init<Value: Equatable>(_ property: KeyPath<CallStateValues, Value>) {
        let observed: KeyPath<CallState, Value> = \CallState[dynamicMember: property]
        differs = { $0[keyPath: property] != $1[keyPath: property] }
        willChange = { $0.willSet($1, keyPath: observed) }
        didChange = { $0.didSet($1, keyPath: observed) }
    }

    static let all: [ObservedProperty] = [
        Self(\.sessionId), Self(\.participants), Self(\.participantsMap), Self(\.localParticipant),
        Self(\.remoteParticipants), Self(\.members), Self(\.blockedUserIds), Self(\.blockedUsers), Self(\.settings),
        Self(\.ownCapabilities), Self(\.backstage), Self(\.recordingState), Self(\.recording), Self(\.transcribing),
        Self(\.captioning), Self(\.createdAt), Self(\.createdBy), Self(\.updatedAt), Self(\.startsAt),
        Self(\.endedAt), Self(\.endedBy), Self(\.custom), Self(\.customData), Self(\.team), Self(\.session),
        Self(\.participantCount), Self(\.anonymousParticipantCount), Self(\.callSettings), Self(\.isInitialized),
        Self(\.reconnectionStatus), Self(\.connectionPhase),
    ]
}
