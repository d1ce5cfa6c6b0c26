import CallLibrary
package import ScenarioLanguage

/// The properties of participants; those of one family are in one file.
package enum Properties {
    /// Every property, in the order of the documents.
    package static let table = Table(
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
    /// A property of the state of the participant's call; none without a call.
    static func call(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallStateValues) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { participant in participant.call.map { read($0.state.values) } ?? .none }
    }

    /// A property of the view model.
    static func viewModel(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CallViewModel) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { read($0.viewModel) }
    }

    /// A property of the client.
    static func client(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (StreamVideo) -> Value
    ) -> PropertyRow {
        PropertyRow(name, type, about) { read($0.client) }
    }

    /// The last result of a command of this participant; none before.
    static func result(_ name: String, _ type: ValueType, _ about: String) -> PropertyRow {
        PropertyRow(name, type, about) { $0.results[name] ?? .none }
    }
}
