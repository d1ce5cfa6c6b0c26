package import Chance

/// A change of the network.
package enum NetworkChange: Hashable, Sendable {
    /// Changes the links of some hosts.
    case link(LinkChange)
    /// Drops packets that match a filter, or sends them later or twice.
    case drop(PacketDrop)
    /// Stops dropping packets.
    case dropNothing
    /// Repeats outages of some hosts.
    case flap(FlapChange)
    /// Stops all repeated outages and restores the network.
    case flapNoMore
    /// Changes the address of participants, or sends datagrams under it; participants are not notified.
    case move(MoveChange)
    /// Sends datagrams of an intruder.
    case intruder(IntruderAct)
}

/// Participants whose address changes, by their names in the file.
package struct MoveChange: Hashable, Sendable {
    package var participants: [String]
    package var action: Action

    /// The change of the address.
    package enum Action: String, CaseIterable, Sendable {
        /// The port: a NAT has lost the old mapping.
        case rebind
        /// The host: the device moves to another network.
        case handover
        /// Nothing: an outsider impersonates the participant.
        case spoof
        /// Nothing: the participant's own device also sends malformed datagrams.
        case babble
    }
}

/// New conditions of some hosts' links; omitted conditions are unchanged.
package struct LinkChange: Hashable, Sendable {
    /// The participants by their names in the file, `coordinator`, or `sfu` for all SFUs.
    package var hosts: [String]
    /// The direction.
    package var direction: Direction
    /// The changes, in the order of application.
    package var conditions: [LinkCondition]

    /// A direction of a host's link.
    package enum Direction: String, CaseIterable, Sendable {
        /// From the host.
        case up
        /// To the host.
        case down
        /// From and to the host.
        case both
    }
}

/// One condition of a link; nil removes it.
package enum LinkCondition: Hashable, Sendable {
    /// All conditions of a profile; a cut link remains cut.
    case profile(LinkProfile)
    /// The time that a datagram takes.
    case latency(Duration)
    /// The variation of the latency.
    case jitter(Duration, JitterDistribution)
    /// The share of lost datagrams, from 0 to 1.
    case loss(Double)
    /// Loss in bursts.
    case burst(BurstLoss?)
    /// The share of duplicated datagrams, from 0 to 1.
    case duplicate(Double)
    /// Delayed datagrams, which others overtake.
    case reorder(Reordering?)
    /// Corrupted datagrams.
    case corrupt(Corruption)
    /// The bandwidth in bits per second.
    case bandwidth(Int64?)
    /// The size of the queue before the bandwidth limit, in bytes.
    case queue(Int64)
    /// True when all datagrams are lost.
    case cut(Bool)
    /// True when there is no network.
    case offline(Bool)
}

extension LinkCondition {
    /// Applies the condition to a link.
    package func apply(to conditions: inout LinkConditions, _ direction: LinkChange.Direction) {
        switch self {
        case .profile(let profile):
            let (isCut, isOffline) = (conditions.isCut, conditions.isOffline)
            conditions = direction == .down ? profile.down : profile.up
            (conditions.isCut, conditions.isOffline) = (isCut, isOffline)
        case .latency(let latency): conditions.latency = latency
        case .jitter(let jitter, let distribution):
            (conditions.jitter, conditions.distribution) = (jitter, distribution)
        case .loss(let loss): conditions.loss = loss
        case .burst(let burst): conditions.burst = burst
        case .duplicate(let share): conditions.duplication = share
        case .reorder(let reordering): conditions.reordering = reordering
        case .corrupt(let corruption): conditions.corruption = corruption
        case .bandwidth(let bandwidth): conditions.bandwidth = bandwidth
        case .queue(let queue): conditions.queue = queue
        case .cut(let isCut): conditions.isCut = isCut
        case .offline(let isOffline): conditions.isOffline = isOffline
        }
    }
}

extension LinkCondition: CustomStringConvertible {
    /// The condition in the notation of scenario files.
    package var description: String {
        switch self {
        case .profile(let profile): "profile \(profile.name)"
        case .latency(let latency): "latency \(latency.written)"
        case .jitter(let jitter, .uniform): "jitter \(jitter.written)"
        case .jitter(let jitter, let distribution): "jitter \(distribution) \(jitter.written)"
        case .loss(let loss): "loss \(loss.percent)"
        case .burst(let burst?):
            "burst start \(burst.start.percent) end \(burst.end.percent) loss \(burst.loss.percent)"
        case .burst(nil): "burst none"
        case .duplicate(let share): "duplicate \(share.percent)"
        case .reorder(let reordering?): "reorder \(reordering.share.percent) by \(reordering.delay.written)"
        case .reorder(nil): "reorder none"
        case .corrupt(let shares):
            "corrupt bit \(shares.bit.percent) byte \(shares.byte.percent) truncation \(shares.truncation.percent)"
                + (shares.arrives ? " arrives" : "")
        case .bandwidth(let bits?): "bandwidth \(bits) bit/s"
        case .bandwidth(nil): "bandwidth none"
        case .queue(let bytes): "queue \(bytes) B"
        case .cut(let isCut): isCut ? "cut" : "heal"
        case .offline(let isOffline): isOffline ? "offline" : "online"
        }
    }
}

extension NetworkChange: CustomStringConvertible {
    /// The change in words.
    package var description: String {
        switch self {
        case .link(let change): change.description
        case .drop(let drop): drop.description
        case .dropNothing: "drops no chosen packets any more"
        case .flap(let flap): flap.description
        case .flapNoMore: "flaps no more"
        case .move(let change): change.action.rawValue
        case .intruder(let act): act.description
        }
    }
}

extension LinkChange: CustomStringConvertible {
    /// The change without the hosts.
    package var description: String {
        let words = conditions.map(\.description).joined(separator: ", ")
        return direction == .both ? words : "\(words) (\(direction.rawValue))"
    }
}

extension Double {
    /// A percentage with at most four decimal places.
    fileprivate var percent: String {
        let hundredths = (self * 1_000_000).rounded() / 10_000
        return hundredths == hundredths.rounded() ? "\(Int64(hundredths))%" : "\(hundredths)%"
    }
}
