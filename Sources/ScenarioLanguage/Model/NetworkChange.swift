package import Chance

/// A change of the network.
package enum NetworkChange: Hashable, Sendable {
    /// Changes the ways from and to some hosts.
    case link(LinkChange)
    /// Loses packets because of what they are.
    case drop(PacketDrop)
    /// Loses no packets any more because of what they are.
    case dropNothing
    /// The network of some hosts goes and comes, over and over.
    case flap(FlapChange)
    /// All that flaps stops, with the network there.
    case flapNoMore
    /// Participants are seen at another port or host from now on, or somebody else pretends to be; they do not notice.
    case move(MoveChange)
}

/// Participants whose address changes, by their names in the file.
package struct MoveChange: Hashable, Sendable {
    package var participants: [String]
    package var action: Action

    /// The change of the address.
    package enum Action: String, CaseIterable, Sendable {
        /// The port: a NAT has forgotten who had the old one.
        case rebind
        /// The host: the device is in another network.
        case handover
        /// Nothing: somebody else pretends to be the participant.
        case spoof
        /// Nothing: the participant's own device sends what is broken besides.
        case babble
    }
}

/// New conditions on the ways from and to some hosts; what is not said stays as it is.
package struct LinkChange: Hashable, Sendable {
    /// The participants by their names in the file, `coordinator`, or `sfu` for all SFUs.
    package var hosts: [String]
    /// Which way.
    package var direction: Direction
    /// What changes, in the order in which it is to be applied.
    package var conditions: [LinkCondition]

    /// The way from or to a host.
    package enum Direction: String, CaseIterable, Sendable {
        /// From the host.
        case up
        /// To the host.
        case down
        /// From and to the host.
        case both
    }
}

/// One condition of a way; nil takes it away.
package enum LinkCondition: Hashable, Sendable {
    /// All conditions, as a profile has them; a way that is cut stays so.
    case profile(LinkProfile)
    /// The time that a datagram is under way.
    case latency(Duration)
    /// How far the latency varies.
    case jitter(Duration, JitterDistribution)
    /// The share of datagrams that are lost, from 0 to 1.
    case loss(Double)
    /// Loss in bursts.
    case burst(BurstLoss?)
    /// The share of datagrams that are sent twice, from 0 to 1.
    case duplicate(Double)
    /// Datagrams that are held back.
    case reorder(Reordering?)
    /// Datagrams that are damaged.
    case corrupt(Corruption)
    /// Bits a second.
    case bandwidth(Int64?)
    /// Bytes that wait for the bandwidth.
    case queue(Int64)
    /// Whether all is lost.
    case cut(Bool)
    /// Whether there is no network.
    case offline(Bool)
}

extension LinkCondition {
    /// Changes the conditions of a link.
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
    /// The condition, as a scenario file says it.
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
    /// What changes, in words.
    package var description: String {
        switch self {
        case .link(let change): change.description
        case .drop(let drop): drop.description
        case .dropNothing: "drops no chosen packets any more"
        case .flap(let flap): flap.description
        case .flapNoMore: "flaps no more"
        case .move(let change): change.action.rawValue
        }
    }
}

extension LinkChange: CustomStringConvertible {
    /// What changes, without the hosts.
    package var description: String {
        let words = conditions.map(\.description).joined(separator: ", ")
        return direction == .both ? words : "\(words) (\(direction.rawValue))"
    }
}

extension Double {
    /// As a percentage with at most four digits behind the point.
    fileprivate var percent: String {
        let hundredths = (self * 1_000_000).rounded() / 10_000
        return hundredths == hundredths.rounded() ? "\(Int64(hundredths))%" : "\(hundredths)%"
    }
}
