import Chance
import YAML

/// The changes of links that a scenario has made so far, in the order of its steps.
struct LinkTable {
    /// One direction of a host's link.
    struct Way: Hashable {
        let host: String
        let direction: LinkChange.Direction
    }

    /// A state of links in the current step.
    struct State {
        let condition: LinkCondition
        let word: String
        let ways: Set<Way>
    }

    /// The ways that were ever cut, and those that were ever offline.
    var (cut, offline): (Set<Way>, Set<Way>) = ([], [])
    /// The ways that ever had a limited bandwidth.
    var limited: Set<Way> = []
    /// The states in the current step.
    var states: [State] = []
    /// The queues in the current step.
    var queues: [(ways: Set<Way>, place: Place)] = []

    mutating func beginStep() {
        (states, queues) = ([], [])
    }

    /// Notes the limits of a profile, or of a bandwidth.
    mutating func note(_ conditions: [LinkCondition], _ ways: Set<Way>) {
        for condition in conditions {
            switch condition {
            case .bandwidth(.some): limited.formUnion(ways)
            case .profile(let profile):
                limited.formUnion(
                    ways.filter { ($0.direction == .up ? profile.up : profile.down).bandwidth != nil })
            default: break
            }
        }
    }
}

extension NodeReader {
    /// Notes the state that a word gives to links. Reports one without an effect, and one that undoes another one of its
    /// step.
    func note(
        _ condition: LinkCondition, _ word: String, of hosts: [String], _ direction: LinkChange.Direction,
        at place: Place
    ) {
        guard let cast, !reading.context.isUnknown, !hosts.isEmpty else { return }
        let ways = cast.ways(of: hosts, direction)
        let undone = reading.links.states.first { state in
            state.condition.isOpposite(of: condition) && state.ways.isSubset(of: ways)
        }
        if let undone {
            report(
                "`\(word)` undoes `\(undone.word)` of the same step", at: place,
                suggestion: "put one of them into another step, or leave it out")
        }
        reading.links.states.append(LinkTable.State(condition: condition, word: word, ways: ways))
        switch condition {
        case .cut(true): reading.links.cut.formUnion(ways)
        case .offline(true): reading.links.offline.formUnion(ways)
        case .cut(false):
            checkEnd(word, of: ways, among: reading.links.cut, or: (reading.links.offline, "online"), place)
        case .offline(false):
            checkEnd(word, of: ways, among: reading.links.offline, or: (reading.links.cut, "heal"), place)
        default: break
        }
    }

    /// Reports the end of a state that none of the links had, where they had the other one. Without either, the run has a
    /// note.
    private func checkEnd(
        _ word: String, of ways: Set<LinkTable.Way>, among ended: Set<LinkTable.Way>,
        or other: (ways: Set<LinkTable.Way>, word: String), _ place: Place
    ) {
        guard ended.isDisjoint(with: ways), !other.ways.isDisjoint(with: ways) else { return }
        let before = word == "heal" ? "cut" : "offline"
        report(
            "`\(word)` has no effect, because nothing here was \(before) before", at: place,
            suggestion: "did you mean `\(other.word)`?")
    }

    /// Reports queues that never fill, because nothing before limits the bandwidth.
    func checkQueues() {
        guard cast != nil, !reading.context.isUnknown else { return }
        for queue in reading.links.queues where reading.links.limited.isDisjoint(with: queue.ways) {
            report(
                "a `queue` fills only where `bandwidth` is limited", at: queue.place,
                suggestion: "add a line like `bandwidth: 256kbit/s`")
        }
    }
}

extension Cast {
    /// Returns the directions of the hosts' links; `sfu` stands for all SFUs.
    func ways(of hosts: [String], _ direction: LinkChange.Direction) -> Set<LinkTable.Way> {
        let directions: [LinkChange.Direction] = direction == .both ? [.up, .down] : [direction]
        let names = hosts.flatMap { $0 == "sfu" ? edges : [$0] }
        return Set(names.flatMap { host in directions.map { LinkTable.Way(host: host, direction: $0) } })
    }
}

extension LinkCondition {
    fileprivate func isOpposite(of other: LinkCondition) -> Bool {
        switch (self, other) {
        case (.cut(let one), .cut(let two)), (.offline(let one), .offline(let two)): one != two
        default: false
        }
    }
}
