import Chance
import Timing

func link(_ conditions: LinkConditions, seed: UInt64 = 1) -> LinkModel {
    LinkModel(conditions: conditions, randomStream: RandomStream(seed: seed))
}

/// How long each of `count` datagrams waits, in nanoseconds.
func waits(of count: Int, on link: inout LinkModel) -> [Int64] {
    (0..<count).flatMap { _ in link.send(byteCount: 100, at: .start).instants.map(\.nanoseconds) }
}

func fates(of count: Int, on link: inout LinkModel) -> [Arrival] {
    (0..<count).map { _ in link.receive(byteCount: 100, at: .start) }
}

func departures(of count: Int, on link: inout LinkModel) -> [Departure] {
    (0..<count).map { _ in link.send(byteCount: 100, at: .start) }
}

extension LinkConditions {
    /// Conditions that differ from these.
    func with(_ change: (inout LinkConditions) -> Void) -> LinkConditions {
        var conditions = self
        change(&conditions)
        return conditions
    }
}
