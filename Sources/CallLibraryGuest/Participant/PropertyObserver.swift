import CallLibrary
import Observation
import ScenarioVocabulary

/// Observes every property of one client that applications observe, as their screens do.
///
/// An observer must be notified of each change. ``staleProperty(viewModel:call:)`` finds a property whose value differs
/// from the one at the last notification.
@MainActor
final class PropertyObserver {
    private let client: StreamVideo
    private lazy var clientWatches = client.state.watches
    private var viewModelWatches: [PropertyWatch] = []
    private var callWatches: [PropertyWatch] = []
    private weak var viewModel: CallViewModel?
    private weak var call: Call?

    init(client: StreamVideo) {
        self.client = client
    }

    /// Compares each property with its observed value, and observes new objects.
    func staleProperty(viewModel: CallViewModel, call: Call?) -> StaleProperty? {
        if viewModel !== self.viewModel { observe(viewModel) }
        if call !== self.call { observe(call) }
        return clientWatches.staleProperty ?? viewModelWatches.staleProperty ?? callWatches.staleProperty
    }

    private func observe(_ viewModel: CallViewModel) {
        self.viewModel = viewModel
        viewModelWatches = viewModel.watches
    }

    private func observe(_ call: Call?) {
        self.call = call
        callWatches = call?.watches ?? []
    }
}

extension [PropertyWatch] {
    @MainActor
    fileprivate var staleProperty: StaleProperty? {
        for watch in self {
            if let stale = watch.check() { return stale }
        }
        return nil
    }
}

/// One observed property.
@MainActor
private final class PropertyWatch {
    private let name: String
    /// Reads the property so that the read can be observed.
    private let observe: @MainActor () -> ObservedValue
    /// Nil before the first read, and after a notification that followed the last one.
    private var seen: ObservedValue?

    init(_ name: String, observe: @escaping @MainActor () -> ObservedValue) {
        self.name = name
        self.observe = observe
    }

    convenience init<Value: Equatable>(_ name: String, _ read: @escaping @MainActor () -> Value) {
        self.init(name) { ObservedValue(comparedBy: { $0 == $1 }, read) }
    }

    func check() -> StaleProperty? {
        guard let seen else {
            beginObserving()
            return nil
        }
        return seen.difference().map { StaleProperty(property: name, notified: $0.then, actual: $0.now) }
    }

    private func beginObserving() {
        seen = withObservationTracking(observe) { [weak self] in
            MainActor.assumeIsolated { self?.seen = nil }
        }
    }
}

// MARK: The properties

extension StreamVideo.State {
    fileprivate var watches: [PropertyWatch] {
        [
            PropertyWatch("user") { [unowned self] in user },
            PropertyWatch("connection") { [unowned self] in connection },
            PropertyWatch("activeCall") { [unowned self] in Same(activeCall) },
            PropertyWatch("ringingCall") { [unowned self] in Same(ringingCall) },
            PropertyWatch("externallyJoiningCall") { [unowned self] in Same(externallyJoiningCall) },
            PropertyWatch("unknownEventCount") { [unowned self] in unknownEventCount },
        ]
    }
}

extension CallViewModel {
    fileprivate var watches: [PropertyWatch] {
        [
            watch("callingState") { $0.callingState }, watch("call") { Same($0.call) },
            watch("error") { $0.error.map { "\($0)" } }, watch("toast") { $0.toast },
            watch("errorAlertShown") { $0.errorAlertShown }, watch("outgoingCallMembers") { $0.outgoingCallMembers },
            watch("participantEvent") { $0.participantEvent }, watch("participantsLayout") { $0.participantsLayout },
            watch("participantsShown") { $0.participantsShown }, watch("isMinimized") { $0.isMinimized },
            watch("localVideoPrimary") { $0.localVideoPrimary }, watch("hideUIElements") { $0.hideUIElements },
            watch("localCallSettingsChange") { $0.localCallSettingsChange },
            watch("callSettings") { $0.callSettings }, watch("callParticipants") { $0.callParticipants },
            watch("participants") { $0.participants }, watch("blockedUsers") { $0.blockedUsers },
            watch("recordingState") { $0.recordingState }, watch("connectionPhase") { $0.connectionPhase },
        ]
    }

    private func watch<Value: Equatable>(
        _ name: String, _ read: @escaping @MainActor (CallViewModel) -> Value
    ) -> PropertyWatch {
        PropertyWatch(name) { [weak self] in self.map(read) }
    }
}

extension Call {
    fileprivate var watches: [PropertyWatch] {
        let own = [
            watch("stage") { $0.stage }, watch("microphone.status") { $0.microphone.status },
            watch("camera.status") { $0.camera.status }, watch("camera.direction") { $0.camera.direction },
            watch("speaker.status") { $0.speaker.status },
        ]
        let kept = ObservedProperty.all.map { [state] property in
            PropertyWatch("call.\(property.name)") { property.observe(state) }
        }
        return own + kept
    }

    private func watch<Value: Equatable>(
        _ name: String, _ read: @escaping @MainActor (Call) -> Value
    ) -> PropertyWatch {
        PropertyWatch("call.\(name)") { [weak self] in self.map(read) }
    }
}

/// An object that equals only itself; it is not retained.
private struct Same: Equatable, CustomStringConvertible {
    private let identifier: ObjectIdentifier?
    let description: String

    @MainActor
    init(_ call: Call?) {
        identifier = call.map { ObjectIdentifier($0) }
        description = call?.cId ?? "none"
    }
}
