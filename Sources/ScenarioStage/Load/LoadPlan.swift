package import Capture
package import Load
package import Loop
package import ScenarioLanguage

/// A load to run: a scenario, and the rule by which its instances start.
package struct LoadPlan: Sendable {
    /// The rule by which instances start.
    package enum Arrivals: Hashable, Sendable {
        /// Starts at planned instants, independent of earlier instances.
        case open(LoadShape)
        /// Keeps `atOnce` instances under way: the end of one starts the next, up to a count or a duration.
        case closed(atOnce: Int, count: Int?, lasting: Duration?)

        /// The arrivals of one worker. A shape is unchanged, because its worker skips the starts of other workers.
        package func share(_ share: LoadShare) -> Arrivals {
            switch self {
            case .open: self
            case .closed(let atOnce, let count, let duration):
                .closed(
                    atOnce: share.part(of: atOnce), count: count.map { share.part(of: $0) }, lasting: duration)
            }
        }
    }

    /// The unit of a load, which is started again and again.
    package enum Unit: Sendable {
        case scenario(Scenario)
        /// A SIP call to a program.
        case sip(SIPTarget)

        var isScenario: Bool {
            if case .scenario = self { true } else { false }
        }
    }

    package var unit: Unit
    package var arrivals: Arrivals
    package var seed: UInt64
    package var clock: ClockMode
    /// The time between two samples.
    package var interval: Duration
    /// The part of the load that this process performs.
    package var share = LoadShare.whole
    /// The servers of another process; nil for servers in this one.
    package var servers: OutsideServers?
    /// The file for all datagrams, and the network in which they are captured; nil for no capture.
    package var capture: (file: String, environment: CaptureEnvironment)?
    /// A unique part of identifiers, for servers that remember the identifiers of earlier loads.
    package var tag = ""
    /// The longest time without a beat under the real clock.
    package var beat = Duration.seconds(1)
    /// True when samples have the number of timers and sessions, which are counted for each.
    package var countsPending = false

    package init(
        _ unit: Unit, _ arrivals: Arrivals, seed: UInt64, clock: ClockMode, interval: Duration
    ) {
        self.unit = unit
        self.arrivals = arrivals
        self.seed = seed
        self.clock = clock
        self.interval = interval
    }

    /// Gives a trial its own names, because the servers remember those of earlier trials.
    package mutating func isolate(_ trial: Int) {
        tag += "t\(trial)"
        servers?.tag += "t\(trial)"
    }
}
