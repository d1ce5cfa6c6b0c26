import Journal

/// Repeated outages of the network.
package struct FlapChange: Hashable, Sendable {
    /// The participants by their names in the file, `coordinator`, or `sfu` for all SFUs.
    package var hosts: [String]
    package var outage: Outage
    /// The duration of each outage.
    package var off: Duration
    /// The interval between outages.
    package var on: Duration
    /// The number of outages; the network is restored after the last one too.
    package var times: Int

    /// The kind of an outage.
    package enum Outage: String, CaseIterable, Sendable {
        /// Nothing can be sent, as without a radio.
        case offline
        /// Sent datagrams are lost.
        case cut
    }

    /// Returns the change of the hosts' links when an outage begins or ends.
    package func change(isGone: Bool) -> LinkChange {
        let condition: LinkCondition =
            switch outage {
            case .offline: .offline(isGone)
            case .cut: .cut(isGone)
            }
        return LinkChange(hosts: hosts, direction: .both, conditions: [condition])
    }

    /// The beginnings and ends of the outages, relative to the start.
    package var moments: [(after: Duration, isGone: Bool)] {
        (0..<times).flatMap { index in
            let start = (off + on) * index
            return [(after: start, isGone: true), (after: start + off, isGone: false)]
        }
    }
}

extension FlapChange: CustomStringConvertible {
    /// A description without the hosts.
    package var description: String {
        "flaps \(times.counted("time")): \(outage.rawValue) for \(off.written), then there for \(on.written)"
    }
}
