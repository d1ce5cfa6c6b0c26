/// A network that goes and comes, over and over.
public struct FlapChange: Hashable, Sendable {
    /// The participants by their names in the file, `coordinator`, or `sfu` for all SFUs.
    public var hosts: [String]
    /// How it goes.
    public var kind: Kind
    /// How long it is gone each time.
    public var off: Duration
    /// How long it is there between two times.
    public var on: Duration
    /// How often it goes; it comes back after the last time too.
    public var times: Int

    /// How a network goes.
    public enum Kind: String, CaseIterable, Sendable {
        /// Nothing can be sent, as without a radio.
        case offline
        /// What is sent is lost further on.
        case cut
    }

    /// What happens to the hosts when the network goes, or comes back.
    func change(isGone: Bool) -> LinkChange {
        let condition: LinkCondition =
            switch kind {
            case .offline: .offline(isGone)
            case .cut: .cut(isGone)
            }
        return LinkChange(hosts: hosts, direction: .both, conditions: [condition])
    }

    /// When it goes and comes, counted from its start.
    var moments: [(after: Duration, isGone: Bool)] {
        (0..<times).flatMap { index in
            let start = (off + on) * index
            return [(after: start, isGone: true), (after: start + off, isGone: false)]
        }
    }
}

extension FlapChange: CustomStringConvertible {
    /// What happens, without the hosts.
    public var description: String {
        "flaps \(times) times: \(kind.rawValue) for \(off.written), then there for \(on.written)"
    }
}
