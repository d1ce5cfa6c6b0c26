import BackendCore
import Chance
import Journal
import Loop
import Programs
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

extension Stage {
    /// Changes the network, and journals the changes.
    func apply(_ changes: [NetworkChange]) {
        lastActionAt = loop.now
        if !changes.isEmpty { disturbed(links: changes.allSatisfy(\.isOfLink)) }
        for change in changes {
            switch change {
            case .link(let link):
                noteIdleRestoration(link)
                apply(link)
            case .drop(let drop):
                record.add(.fault(.init(text: drop.description)))
                apply(drop)
            case .dropNothing:
                record.add(.fault(.init(text: change.description)))
                network.losses.removeAll()
            case .flap(let flap): start(flap)
            case .flapNoMore:
                record.add(.fault(.init(text: change.description)))
                stopFlapping()
            case .move(let change):
                for name in change.participants { apply(change.action, to: name) }
            case .intruder(let act): perform(act)
            }
        }
    }

    private func apply(_ drop: PacketDrop) {
        let onMatch = expectEffect(of: drop.description, otherwise: PendingFault.noPacket)
        func isMeant(_ datagram: DatagramRecord) -> Bool {
            guard isOnWire(datagram, drop.filter) else { return false }
            onMatch()
            lastDisturbanceAt = loop.now
            return true
        }
        switch drop.effect {
        case .loss: network.losses.choose(drop.which.chosen, ChosenLoss()) { isMeant($0) }
        case .delay(let time): network.times.choose(drop.which.chosen, .later(time)) { isMeant($0) }
        case .repetition(let time): network.times.choose(drop.which.chosen, .again(after: time)) { isMeant($0) }
        }
    }

    private func apply(_ action: MoveChange.Action, to name: String) {
        disturbed(addressesOrBytes: true)
        switch action {
        case .rebind, .handover: move(name, action)
        case .spoof: spoof(name)
        case .babble: babble(name)
        }
    }

    /// Changes a participant's address, and journals the new one.
    private func move(_ name: String, _ action: MoveChange.Action) {
        if programs?.addresses[name] != nil { return moveProgram(name) }
        guard let before = performer(name)?.address else { return }
        let next = nextAddress(of: name, before, action)
        do {
            try network.move(before, to: next)
            if action == .handover { learn(next.host, of: name) }
            record.add(.fault(.init(target: name, text: "\(action.rawValue) from \(before) to \(next)")))
        } catch {
            record.add(.fault(.init(target: name, text: "\(action.rawValue) failed: \(error)")))
        }
    }

    private func nextAddress(of name: String, _ before: SocketAddress, _ action: MoveChange.Action) -> SocketAddress {
        switch action {
        case .rebind:
            let isLast = before.port == AddressPlan.participantPorts.upperBound
            return SocketAddress(host: before.host, port: isLast ? AddressPlan.participantPort : before.port + 1)
        case .handover: return SocketAddress(host: nextHost(of: name), port: before.port)
        case .spoof, .babble: return before
        }
    }

    func apply(_ change: LinkChange) {
        lastActionAt = loop.now
        disturbed(links: true)
        for name in change.hosts {
            for host in hosts(called: name) {
                if change.direction != .down { set(change, of: host, .up) }
                if change.direction != .up { set(change, of: host, .down) }
            }
            record.add(.fault(.init(target: name, text: change.description)))
        }
        wire.setDelay(longestDelay)
    }

    /// Notes the end of a state that none of the links has.
    private func noteIdleRestoration(_ change: LinkChange) {
        let directions: [LinkDirection] =
            switch change.direction {
            case .up: [.up]
            case .down: [.down]
            case .both: [.up, .down]
            }
        let before = change.hosts.flatMap(hosts(called:)).flatMap { host in
            directions.map { network.conditions(host: host, direction: $0) }
        }
        for condition in change.conditions {
            let (word, hasEffect): (String, Bool)
            switch condition {
            case .cut(false): (word, hasEffect) = ("heal", before.contains(where: \.isCut))
            case .offline(false): (word, hasEffect) = ("online", before.contains(where: \.isOffline))
            default: continue
            }
            guard !hasEffect else { continue }
            noteIdleFault("\(word): \(change.hosts.joined(separator: ", "))", "had nothing to restore")
        }
    }

    private func set(_ change: LinkChange, of host: HostAddress, _ direction: LinkDirection) {
        var conditions = network.conditions(host: host, direction: direction)
        for condition in change.conditions { condition.apply(to: &conditions, direction == .down ? .down : .up) }
        network.setConditions(conditions, host: host, direction: direction)
    }

    private func hosts(called name: String) -> [HostAddress] {
        switch name {
        case "coordinator": [plan.coordinator]
        case "sfu": sfuHosts
        case let name where name.hasPrefix("sfu-"): edges.filter { $0.name == name }.map(\.address.host)
        default: address(of: name).map { [$0.host] } ?? []
        }
    }

    /// Returns the address of a participant, or its last one if its process crashed: the device still exists.
    private func address(of name: String) -> SocketAddress? {
        (performer(name) ?? crashes[name]?.last)?.address ?? programAddress(name)
    }

    /// Returns true when a sent datagram matches a filter. Every datagram is recorded before it can be lost.
    private func isOnWire(_ datagram: DatagramRecord, _ filter: PacketFilter) -> Bool {
        if DatagramKind(datagram.bytes) == .rtp { return matches(datagram, filter) }
        guard let packet = datagram.number.map(record.packet) ?? record.unsentPacket(datagram) else { return false }
        return matches(packet, filter)
    }
}

extension PacketDrop.Which {
    fileprivate var chosen: PacketNumbers {
        switch self {
        case .next(let count): .next(count)
        case .numbers(let numbers): .numbers(Set(numbers))
        case .all: .all
        }
    }
}

extension Stage {
    /// The longest time from a sender to its receiver: that of two links; nil when datagrams may be lost, sent twice or
    /// held back.
    var longestDelay: Duration? {
        guard flaps.isEmpty, network.losses.isEmpty, network.times.isEmpty, hostsOfAll.allSatisfy(isReliable) else {
            return nil
        }
        var longest = Duration.zero
        for host in hostsOfAll {
            for direction in [LinkDirection.up, .down] {
                let way = network.conditions(host: host, direction: direction)
                guard way.duplication == 0, way.reordering == nil, way.jitter == .zero || way.distribution == .uniform
                else { return nil }
                longest = max(longest, way.latency + way.jitter)
            }
        }
        return longest * 2
    }
}

extension NetworkChange {
    /// True for a change of links.
    fileprivate var isOfLink: Bool {
        if case .link = self { true } else { false }
    }
}
