import CallLibrary

/// Every value that a subscriber of a client's publishers has received since the participant booted.
@MainActor
final class PublishedHistory {
    /// A publisher that scenarios can ask about.
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

    /// Records what another view model publishes.
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

    /// The values of a property in their order. A value that equals the one before is left out.
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
