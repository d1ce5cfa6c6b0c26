import Chance
import YAML

/// Reads the conditions of links.
struct LinkReader: NodeReader {
    let reading: FileReading

    func read(_ pairs: [YAMLNode.Pair], of hosts: [String]) -> [NetworkChange] {
        var changes: [NetworkChange] = []
        func add(_ pairs: [YAMLNode.Pair], _ direction: LinkChange.Direction) {
            let conditions = conditions(pairs)
            guard !conditions.isEmpty else { return }
            noteLimits(pairs, conditions, of: hosts, direction)
            changes.append(.link(LinkChange(hosts: hosts, direction: direction, conditions: conditions)))
        }
        add(pairs, .both)
        for pair in pairs {
            guard let direction = LinkChange.Direction(rawValue: pair.name), direction != .both else { continue }
            if let state = state(pair.value, of: ["cut", "heal"]) {
                guard let state else { continue }
                note(state, pair.value.scalar?.text ?? "", of: hosts, direction, at: Place(pair.value))
                changes.append(.link(LinkChange(hosts: hosts, direction: direction, conditions: [state])))
                continue
            }
            let example = "\(pair.name): {loss: 10%}"
            guard let inner = self.pairs(pair.value, what: "`\(pair.name)`", example: example) else { continue }
            let known = Keys.conditions.names.filter { LinkChange.Direction(rawValue: $0) == nil }
            for unknown in inner where !known.contains(unknown.name) {
                reportUnknownCondition(unknown, of: "`\(pair.name)`", known: known)
            }
            add(inner, direction)
        }
        return changes
    }

    /// Notes limits of the bandwidth, and the queues before them.
    private func noteLimits(
        _ pairs: [YAMLNode.Pair], _ conditions: [LinkCondition], of hosts: [String], _ direction: LinkChange.Direction
    ) {
        let ways = cast?.ways(of: hosts, direction) ?? []
        reading.links.note(conditions, ways)
        let hasQueue = conditions.contains { if case .queue = $0 { true } else { false } }
        guard hasQueue, !ways.isEmpty, let pair = pairs.first(where: { $0.name == "queue" }) else { return }
        reading.links.queues.append((ways, Place(pair.key)))
    }

    /// Returns the conditions of a mapping. A profile is first, since it changes all others.
    private func conditions(_ pairs: [YAMLNode.Pair]) -> [LinkCondition] {
        let sorted = pairs.filter { $0.name == "profile" } + pairs.filter { $0.name != "profile" }
        return sorted.compactMap { condition($0) }
    }

    private func condition(_ pair: YAMLNode.Pair) -> LinkCondition? {
        let isNone = pair.value.scalar?.text == "none"
        switch pair.name {
        case "profile": return word(pair.value, of: .profiles).flatMap { .named($0) }.map { .profile($0) }
        case "latency": return duration(pair.value).map { .latency($0) }
        case "jitter": return jitter(pair.value)
        case "loss": return share(pair.value).map { .loss($0) }
        case "burst": return isNone ? .burst(nil) : burst(pair.value).map { .burst($0) }
        case "duplicate": return share(pair.value).map { .duplicate($0) }
        case "reorder": return isNone ? .reorder(nil) : reordering(pair.value).map { .reorder($0) }
        case "corrupt": return isNone ? .corrupt(.none) : corruption(pair.value).map { .corrupt($0) }
        case "bandwidth": return isNone ? .bandwidth(nil) : rate(pair.value).map { .bandwidth($0) }
        case "queue": return bytes(pair.value).map { .queue($0) }
        default: return nil
        }
    }

    private func jitter(_ node: YAMLNode) -> LinkCondition? {
        guard let pairs = node.pairs else { return duration(node).map { .jitter($0, .uniform) } }
        guard let pair = pairs.first, pairs.count == 1 else {
            report(
                "`jitter` has one distribution", at: Place(node), suggestion: "write it like `jitter: {normal: 5ms}`")
            return nil
        }
        guard let distribution = JitterDistribution(rawValue: pair.name) else {
            report(
                "\(pair.name.quoted) is not a distribution", at: Place(pair.key),
                suggestion: Spelling.suggestion(for: pair.name, in: Words.distributions.all))
            return nil
        }
        return duration(pair.value).map { .jitter($0, distribution) }
    }

    private func burst(_ node: YAMLNode) -> BurstLoss? {
        let example = "burst: {start: 1%, end: 25%}"
        guard let pairs = pairs(node, what: "`burst`", example: example) else { return nil }
        let fields = fields(pairs, of: .burst, at: Place(node.start))
        let (start, end) = (fields["start"].flatMap { share($0) }, fields["end"].flatMap { share($0) })
        let loss = fields["loss"].map { share($0) } ?? 1
        guard let start, let end, let loss else { return nil }
        return BurstLoss(start: start, end: end, loss: loss)
    }

    private func reordering(_ node: YAMLNode) -> Reordering? {
        guard let pairs = node.pairs else { return share(node).map { Reordering(share: $0) } }
        let fields = fields(pairs, of: .reorder, at: Place(node.start))
        let delay = fields["by"].map { duration($0) } ?? Reordering.defaultDelay
        guard let share = fields["share"].flatMap({ share($0) }), let delay else { return nil }
        return Reordering(share: share, delay: delay)
    }

    private func corruption(_ node: YAMLNode) -> Corruption? {
        guard let pairs = node.pairs else { return share(node).map { Corruption(share: $0) } }
        if pairs.isEmpty {
            report("`corrupt` damages nothing", at: Place(node), suggestion: "write it like `corrupt: {bit: 1%}`")
        }
        let fields = fields(pairs, of: .corrupt, at: Place(node.start))
        let bit = fields["bit"].map { share($0) } ?? 0
        let byte = fields["byte"].map { share($0) } ?? 0
        let truncation = fields["truncation"].map { share($0) } ?? 0
        let arrives = fields["arrives"].map { boolean($0) } ?? false
        guard let bit, let byte, let truncation, let arrives else { return nil }
        guard bit + byte + truncation <= 1 else {
            report(
                "the shares of `corrupt` are more than all", at: Place(node),
                suggestion: "they can be 100% altogether")
            return nil
        }
        var corruption = Corruption(bit: bit, byte: byte, truncation: truncation)
        corruption.arrives = arrives
        return corruption
    }

    /// Returns the word in place of conditions: nil without a word, and a nested nil for an unknown one.
    func state(_ node: YAMLNode, of words: [String]) -> LinkCondition?? {
        guard let text = node.scalar?.text, node.scalar?.isNull == false else { return nil }
        if words.contains(text) { return LinkCondition(state: text) }
        let advice = Spelling.nearest(to: text, in: words).map { "did you mean `\($0)`?" }
        report(
            "\(text.quoted) is not a condition of a link", at: Place(node),
            suggestion: advice
                ?? "it can be \(Spelling.list(words, joinedBy: "or")), or conditions such as `{loss: 10%}`")
        return .some(nil)
    }

    func reportUnknownCondition(_ pair: YAMLNode.Pair, of owner: String, known: [String]) {
        guard Keys.network.contains(pair.name) else { return reportUnknownKey(pair, of: owner, known: known) }
        let ends = "`from` and `to`"
        let beside = ["flap": "`who`", "drop": ends, "delay": ends, "repeat": ends][pair.name]
        let advice =
            beside.map { "put `\(pair.name)` beside the names of participants, and them into its \($0)" }
            ?? "write it like `bob: \(pair.name)` or `\(pair.name): bob`"
        report("\(owner) has no key `\(pair.name)`", at: Place(pair.key), suggestion: advice)
    }
}

extension LinkCondition {
    /// Creates the condition that a word names.
    init?(state: String) {
        switch state {
        case "cut": self = .cut(true)
        case "heal": self = .cut(false)
        case "offline": self = .offline(true)
        case "online": self = .offline(false)
        default: return nil
        }
    }
}
