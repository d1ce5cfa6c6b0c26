import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

/// The properties of participants; each file has one family.
enum Properties {
    /// All properties in the order of the documentation.
    static let table = Table(
        [
            viewModelProperties,
            clientProperties,
            participantsProperties,
            stateProperties,
            trackProperties,
            callProperties,
            settingsProperties,
            liveProperties,
            egressProperties,
            queryProperties,
            mediaProperties,
            interceptorProperties,
        ].flatMap(\.self))
}

extension PropertyRow {
    /// Returns a property of the state of the participant's call; its value is `none` when there is no call.
    static func call(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallStateValues) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { participant in participant.call.map { read($0.state.values) } ?? .none }
    }

    /// Returns a property of the view model.
    static func viewModel(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallViewModel) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { read($0.viewModel) }
    }

    /// Returns a property of the client.
    static func client(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (StreamVideo) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { read($0.client) }
    }

    /// Returns the last result of a command of this participant; its value is `none` before the first.
    static func result(_ name: String, _ type: ValueType, _ about: String) -> PropertyRow {
        PropertyRow(name, type, about) { $0.results[name] ?? .none }
    }
}
