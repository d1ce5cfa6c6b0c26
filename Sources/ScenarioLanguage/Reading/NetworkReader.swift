import YAML

/// Reads changes of the network: conditions for all hosts or by host, and changes of links and packets.
struct NetworkReader: NodeReader {
    let reading: FileReading

    func read(_ node: YAMLNode) -> [NetworkChange] {
        let example = "network: {latency: 20ms, loss: 1%}"
        guard let pairs = pairs(node, of: "network", isEmpty: "changes nothing", example: example) else { return [] }
        reading.links.beginStep()
        defer { checkQueues() }
        let own = pairs.filter { Keys.conditions.contains($0.name) }
        var changes = links.read(own, of: (cast?.names ?? []) + (cast?.programs ?? []))
        for pair in pairs where !Keys.conditions.contains(pair.name) {
            if pair.name == "drop" {
                if let drop = drop(pair.value) { changes.append(drop) }
            } else if pair.name == "delay" || pair.name == "repeat" {
                if let change = retiming(pair) { changes.append(change) }
            } else if pair.name == "flap" {
                if let flap = flap(pair.value) { changes.append(flap) }
            } else if pair.name == "intruder" {
                if let act = IntruderReader(reading: reading).read(pair.value) { changes.append(act) }
            } else if let action = MoveChange.Action(rawValue: pair.name) {
                if action == .babble { reading.hasRawDatagrams = true }
                if let who = movable(in: pair.value, by: action) {
                    changes.append(.move(MoveChange(participants: who, action: action)))
                }
            } else if let state = LinkCondition(state: pair.name) {
                let hosts = subject(of: pair)
                note(state, pair.name, of: hosts, .both, at: Place(pair.key))
                changes.append(.link(LinkChange(hosts: hosts, direction: .both, conditions: [state])))
            } else {
                changes += host(pair)
            }
        }
        return changes
    }

    /// Returns the participants that get another address; a program can be handed over too.
    private func movable(in node: YAMLNode, by action: MoveChange.Action) -> [String]? {
        if action == .handover, let name = node.scalar?.text, cast?.programs.contains(name) == true { return [name] }
        return participants(in: node)
    }

    /// Returns the hosts whose links are cut, healed, and so on.
    private func subject(of pair: YAMLNode.Pair) -> [String] {
        guard pair.value.pairs == nil else {
            report(
                "`\(pair.name)` names participants, and is not a mapping", at: Place(pair.value),
                suggestion: "to change one direction alone, write it like `bob: {up: cut}`")
            return []
        }
        return hosts(in: pair.value) ?? []
    }

    /// Returns the changes below the name of a host.
    private func host(_ pair: YAMLNode.Pair) -> [NetworkChange] {
        let names = networkSubject(pair.key)
        // A misspelt condition has no mapping and is already reported.
        guard names != nil || pair.value.pairs != nil else { return [] }
        if let state = links.state(pair.value, of: Words.linkStates.all) {
            guard let state else { return [] }
            note(state, pair.value.scalar?.text ?? "", of: names ?? [], .both, at: Place(pair.value))
            return [.link(LinkChange(hosts: names ?? [], direction: .both, conditions: [state]))]
        }
        let example = "\(pair.name): {loss: 10%}"
        guard let inner = pairs(pair.value, what: "a participant's link", example: example) else {
            return []
        }
        for unknown in inner where !Keys.conditions.contains(unknown.name) {
            links.reportUnknownCondition(unknown, of: "`network` of a participant", known: Keys.conditions.names)
        }
        return links.read(inner, of: names ?? [])
    }

    private func networkSubject(_ key: YAMLNode) -> [String]? {
        guard let text = key.scalar?.text, let cast else { return nil }
        guard text.contains(",") || cast.hosts(text) != nil else {
            let words =
                Keys.conditions.names + Keys.network.names + cast.participantWords + cast.servers + cast.programs
            report(
                "\(text.quoted) is neither a condition of the network nor a participant", at: Place(key),
                suggestion: suggestion(forHost: text, in: words))
            return nil
        }
        return cast.hosts(text) ?? participants(named: text, in: key)
    }

    // MARK: Chosen packets

    private func drop(_ node: YAMLNode) -> NetworkChange? {
        if node.scalar?.text == "none" { return .dropNothing }
        let example = "drop: {event: call.accepted, to: \(anyName), next: 2}"
        guard let pairs = pairs(node, of: "drop", isEmpty: "chooses nothing", example: example) else { return nil }
        let fields = fields(pairs, of: .drop(vocabulary.packetFields), at: Place(node.start))
        return choice(pairs, fields).map { .drop($0) }
    }

    /// Returns packets that are sent later, or again.
    private func retiming(_ pair: YAMLNode.Pair) -> NetworkChange? {
        let example = "\(pair.name): {event: call.accepted, to: \(anyName), by: 2s}"
        guard let pairs = pairs(pair.value, of: pair.name, isEmpty: "chooses nothing", example: example) else {
            return nil
        }
        let keys = Keys.retime(vocabulary.packetFields, owner: "`\(pair.name)`")
        let fields = fields(pairs, of: keys, at: Place(pair.value.start))
        guard var choice = choice(pairs, fields), let time = fields["by"].flatMap({ duration($0) }) else { return nil }
        choice.effect = pair.name == "delay" ? .delay(time) : .repetition(time)
        return .drop(choice)
    }

    private func choice(_ pairs: [YAMLNode.Pair], _ fields: [String: YAMLNode]) -> PacketDrop? {
        let filter = packetFilters.filter(fields)
        if fields["next"] != nil, let other = pairs.first(where: { $0.name == "nth" }) {
            report("`next` and `nth` exclude each other", at: Place(other.key), suggestion: "leave out one of them")
        }
        let which = fields["nth"].map { nth($0) } ?? fields["next"].map { next($0) } ?? .next(1)
        return which.map { PacketDrop(filter: filter, which: $0) }
    }

    private static let maxDrops = 1_000_000

    private func next(_ node: YAMLNode) -> PacketDrop.Which? {
        if node.scalar?.text == "all" { return .all }
        return number(node, in: 1...Self.maxDrops).map { .next($0) }
    }

    private func nth(_ node: YAMLNode) -> PacketDrop.Which? {
        let items = node.items ?? [node]
        if items.isEmpty { report("`nth` names no packet", at: Place(node), suggestion: "write it like `nth: [1, 3]`") }
        let numbers = items.compactMap { number($0, in: 1...Self.maxDrops) }
        return numbers.count == items.count && !items.isEmpty ? .numbers(Set(numbers).sorted()) : nil
    }

    // MARK: Flapping

    private static let maxFlaps = 10_000

    private func flap(_ node: YAMLNode) -> NetworkChange? {
        if node.scalar?.text == "none" { return .flapNoMore }
        let example = "flap: {who: \(anyName), off: 200ms, on: 800ms, times: 5}"
        guard let pairs = pairs(node, what: "`flap`", example: example) else { return nil }
        let fields = fields(pairs, of: .flap, at: Place(node.start))
        let who = fields["who"].flatMap { hosts(in: $0) }
        let off = fields["off"].flatMap { duration($0) }
        let on = fields["on"].flatMap { duration($0) }
        let times = fields["times"].flatMap { number($0, in: 1...Self.maxFlaps) }
        let outage = fields["by"].map { word($0, of: .outages).flatMap { FlapChange.Outage(rawValue: $0) } } ?? .offline
        guard let who, let off, let on, let times, let outage else { return nil }
        guard off > .zero, on > .zero else {
            report(
                "a network that flaps needs a time without and a time with it", at: Place(node),
                suggestion: "write it like `\(example)`")
            return nil
        }
        let ways = cast?.ways(of: who, .both) ?? []
        switch outage {
        case .cut: reading.links.cut.formUnion(ways)
        case .offline: reading.links.offline.formUnion(ways)
        }
        return .flap(FlapChange(hosts: who, outage: outage, off: off, on: on, times: times))
    }

    private var links: LinkReader { LinkReader(reading: reading) }
}
