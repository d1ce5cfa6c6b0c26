/// A named kind of network access with typical figures.
public struct LinkProfile: Hashable, Sendable {
    /// The name in scenarios.
    public let name: String
    /// A one-line description.
    public let about: String
    /// The conditions from the host.
    public let up: LinkConditions
    /// The conditions to the host.
    public let down: LinkConditions

    private init(_ name: String, _ about: String, up: LinkConditions, down: LinkConditions) {
        self.name = name
        self.about = about
        self.up = up
        self.down = down
    }

    /// Returns the profile with this name.
    public static func named(_ name: String) -> LinkProfile? {
        all.first { $0.name == name }
    }

    /// All profiles, the best first.
    public static let all = [perfect, cable, lte, lossyWiFi, threeG, satellite, lift]

    /// A network without delay and loss.
    public static let perfect = LinkProfile("perfect", "neither delay nor loss", up: .perfect, down: .perfect)
    /// A fixed line at home.
    public static let cable = LinkProfile(
        "cable", "a fixed line: 10 ms, 10 Mbit/s up and 50 down",
        up: LinkConditions(latency: .milliseconds(10), jitter: .milliseconds(1), bandwidth: 10_000_000),
        down: LinkConditions(latency: .milliseconds(10), jitter: .milliseconds(1), bandwidth: 50_000_000))
    /// A good mobile network.
    public static let lte = LinkProfile(
        "lte", "a good mobile network: 30 ms with a long tail, 0.1 % loss, 8 Mbit/s up and 20 down",
        up: LinkConditions(latency: .milliseconds(30), jitter: .milliseconds(5), loss: 0.001, bandwidth: 8_000_000)
            .spread(.pareto),
        down: LinkConditions(latency: .milliseconds(30), jitter: .milliseconds(5), loss: 0.001, bandwidth: 20_000_000)
            .spread(.pareto))
    /// A wireless network with a weak signal.
    public static let lossyWiFi: LinkProfile = {
        var way = LinkConditions(latency: .milliseconds(5), jitter: .milliseconds(8), loss: 0.01, bandwidth: 10_000_000)
            .spread(.pareto)
        way.burst = BurstLoss(start: 0.01, end: 0.25, loss: 0.8)
        way.duplication = 0.002
        way.reordering = Reordering(share: 0.01)
        return LinkProfile(
            "lossy-wifi", "a weak wireless signal: 5 ms with a long tail, 1 % loss and short bursts of it", up: way,
            down: way)
    }()
    /// An old mobile network.
    public static let threeG = LinkProfile(
        "3g", "an old mobile network: 100 ms with a long tail, 0.5 % loss, 384 kbit/s up and 1.6 Mbit/s down",
        up: LinkConditions(latency: .milliseconds(100), jitter: .milliseconds(20), loss: 0.005, bandwidth: 384_000)
            .spread(.pareto),
        down: LinkConditions(latency: .milliseconds(100), jitter: .milliseconds(20), loss: 0.005, bandwidth: 1_600_000)
            .spread(.pareto))
    /// A geostationary satellite; the distance alone takes 120 ms up and 120 ms down.
    public static let satellite = LinkProfile(
        "satellite", "a geostationary satellite: 270 ms, 0.5 % loss, 2 Mbit/s up and 10 down",
        up: LinkConditions(latency: .milliseconds(270), jitter: .milliseconds(8), loss: 0.005, bandwidth: 2_000_000)
            .spread(.normal),
        down: LinkConditions(latency: .milliseconds(270), jitter: .milliseconds(8), loss: 0.005, bandwidth: 10_000_000)
            .spread(.normal))
    /// A mobile phone behind metal doors.
    public static let lift: LinkProfile = {
        var way = LinkConditions(latency: .milliseconds(80), jitter: .milliseconds(40), loss: 0.02, bandwidth: 128_000)
            .spread(.pareto)
        way.burst = BurstLoss(start: 0.02, end: 0.04, loss: 0.95)
        return LinkProfile(
            "lift", "behind metal doors: 80 ms with a long tail, 128 kbit/s, and long bursts that lose nearly all",
            up: way, down: way)
    }()
}

extension LinkConditions {
    fileprivate init(latency: Duration, jitter: Duration, loss: Double = 0, bandwidth: Int64) {
        self.init(latency: latency, jitter: jitter, loss: loss)
        self.bandwidth = bandwidth
    }

    fileprivate func spread(_ distribution: JitterDistribution) -> LinkConditions {
        var conditions = self
        conditions.distribution = distribution
        return conditions
    }
}
