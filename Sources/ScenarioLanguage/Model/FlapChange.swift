/// A network that goes and comes, over and over.
package struct FlapChange: Hashable, Sendable {
    /// The participants by their names in the file, `coordinator`, or `sfu` for all SFUs.
    package var hosts: [String]
    package var outage: Outage
    /// How long it is gone each time.
    package var off: Duration
    /// How long it is there between two times.
    package var on: Duration
    /// How often it goes; it comes back after the last time too.
    package var times: Int

    /// The way in which the network is gone.
    package enum Outage: String, CaseIterable, Sendable {
        /// Nothing can be sent, as without a radio.
        case offline
        /// What is sent is lost further on.
        case cut
    }

    /// What happens to the hosts when the network goes, or comes back.
    package func change(isGone: Bool) -> LinkChange {
        let condition: LinkCondition =
            switch outage {
            case .offline: .offline(isGone)
            case .cut: .cut(isGone)
            }
        return LinkChange(hosts: hosts, direction: .both, conditions: [condition])
    }

    /// When it goes and comes, counted from its start.
    package var moments: [(after: Duration, isGone: Bool)] {
        (0..<times).flatMap { index in
            let start = (off + on) * index
            return [(after: start, isGone: true), (after: start + off, isGone: false)]
        }
    }
}

extension FlapChange: CustomStringConvertible {
    /// What happens, without the hosts.
    package var description: String {
        "flaps \(times) times: \(outage.rawValue) for \(off.written), then there for \(on.written)"
    }
}
