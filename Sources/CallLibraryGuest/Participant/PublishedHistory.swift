import CallLibrary
import ScenarioVocabulary

/// Every value that a subscriber of a client's publishers has received since the participant booted.
@MainActor
final class PublishedHistory {
    /// A publisher whose values scenarios can read.
    enum Property: String, CaseIterable {
        case callingState, ringingCall, activeCall, audioOn, videoOn, speakerOn
    }

    private var values: [Property: [String]] = [:]
    private var clientSubscriptions: Set<AnyCancellable> = []
    private var viewModelSubscriptions: Set<AnyCancellable> = []

    init(_ client: StreamVideo) {
        record(.ringingCall, client.state.$ringingCall.map { $0?.cId ?? "none" }, in: &clientSubscriptions)
        record(.activeCall, client.state.$activeCall.map { $0?.cId ?? "none" }, in: &clientSubscriptions)
    }

    /// Records the values of another view model's publishers.
    func follow(_ viewModel: CallViewModel) {
        viewModelSubscriptions = []
        record(.callingState, viewModel.$callingState.map(\.name), in: &viewModelSubscriptions)
        for (property, path) in Self.switches {
            let values = viewModel.$callSettings.map { $0[keyPath: path] ? "on" : "off" }
            record(property, values, in: &viewModelSubscriptions)
        }
    }

    private static let switches: [(Property, any KeyPath<CallSettings, Bool> & Sendable)] = [
        (.audioOn, \.audioOn), (.videoOn, \.videoOn), (.speakerOn, \.speakerOn),
    ]

    /// Returns the values of a property in order. A value that equals its predecessor is omitted.
    func values(of property: Property) -> [String] {
        values[property] ?? []
    }

    private func record(
        _ property: Property, _ publisher: AnyPublisher<String>, in subscriptions: inout Set<AnyCancellable>
    ) {
        publisher
            .sink { [unowned self] value in
                if values[property]?.last != value { values[property, default: []].append(value) }
            }
            .store(in: &subscriptions)
    }
}
