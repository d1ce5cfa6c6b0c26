/// The ways in which a search chooses the changes of a run. Each can be left out, and is counted for itself.
package enum Strategy: String, CaseIterable, Sendable {
    /// Some changes of any kind at any instants.
    case random
    /// Many changes of a random half of the kinds, near instants of events.
    case swarm
    /// A command, a cut or an action of the scenario a millisecond before, at and after the deadline of a timer.
    case timers
    /// A run that showed something new, with one change more, one fewer or one at another instant.
    case novelty
    /// The actions in another order of what is ready at one instant, with up to two changes.
    case orders
    /// The scenario with its expectations under another seed.
    case seeds
}

/// Draws the changes of a run. They depend on the seed, the scenario and the number of the run; those of the strategy
/// `novelty` also on the earlier runs of the same scenario.
struct Drafting {
    let base: Base
    private var draw: Draw
    private let faults: Faults
    private let commands: CommandDraws

    init(_ base: Base, seed: UInt64, run: Int) {
        self.base = base
        draw = Draw(seed: seed, label: "run \(run) of \(base.id)")
        faults = Faults(base: base)
        commands = CommandDraws(base: base)
    }

    mutating func changes(_ strategy: Strategy, kept: [[Change]]) -> [Change] {
        switch strategy {
        case .random: random()
        case .swarm: swarm()
        case .timers: timers()
        case .novelty: novelty(kept)
        case .orders: changes(draw.number(below: 3)) { $0.change(of: Change.Category.allCases, at: $0.busyTime()) }
        case .seeds: []
        }
    }

    /// The seed of the run's links and identifiers.
    func seed(_ strategy: Strategy) -> UInt64 {
        var draw = draw.part("seed")
        return strategy == .seeds || draw.chance(0.25) ? UInt64(1 + draw.number(below: 100_000)) : 1
    }

    /// The order of what is ready at one instant; nil for the usual one.
    func order(_ strategy: Strategy) -> LoopOrder? {
        var draw = draw.part("order")
        let drawn = LoopOrder.drawn(seed: 1 + draw.number(below: 100_000))
        switch strategy {
        case .orders: return draw.chance(0.5) ? fewChoices(&draw) ?? drawn : drawn
        case .swarm, .novelty: return draw.chance(0.2) ? drawn : nil
        case .random, .timers, .seeds: return nil
        }
    }

    /// One to three choices that are not the usual ones. Most defects of order need no more.
    private func fewChoices(_ draw: inout Draw) -> LoopOrder? {
        let places = (0...draw.number(below: 3)).compactMap { _ in draw.one(of: base.history.choices) }
        let values = places.map { (number: $0.number, value: 1 + draw.number(below: $0.count - 1)) }
        let chosen = Dictionary(values.map { ($0.number, $0.value) }) { first, _ in first }
        guard !chosen.isEmpty else { return nil }
        return .chosen(chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private mutating func random() -> [Change] {
        let count = 1 + draw.number(below: 4)
        return changes(count) { $0.change(of: Change.Category.allCases, at: $0.anyTime()) }
    }

    private mutating func swarm() -> [Change] {
        let kinds = draw.some(of: Change.Category.allCases, by: \.rawValue)
        // A run with many changes mostly times out, so most runs have few.
        let count = draw.one(of: [1, 2, 2, 3, 3, 4, 5, 8]) ?? 1
        return changes(count) { $0.change(of: kinds, at: $0.busyTime()) }
    }

    /// Draws several changes, each from a stream of its own, so that none depends on what another has drawn.
    private func changes(_ count: Int, _ each: (inout Drafting) -> Change?) -> [Change] {
        (0..<count).compactMap { number in
            var drafting = self
            drafting.draw = draw.part("change \(number)")
            return each(&drafting)
        }
    }

    private mutating func timers() -> [Change] {
        // Periodic timers are many, so the kind of a timer is drawn first.
        let kinds = Set(base.armed.map(\.kind)).sorted()
        guard let kind = draw.one(of: kinds, by: \.self),
            let timer = draw.one(of: base.armed.filter { $0.kind == kind })
        else { return swarm() }
        let time = timer.time + (draw.one(of: [-1_000_000, 0, 1_000_000]) ?? 0)
        let isAlone = timer.eventCount > 0 && timer.eventCount < base.timeline.events.count && draw.chance(0.5)
        guard isAlone else { return around(timer, at: time) }
        return [Change(.end, at: base.timeline.events[timer.eventCount - 1].time, [])] + around(timer, at: time)
    }

    /// A change around the deadline of a timer.
    private mutating func around(_ timer: BaseTimer, at time: Int64) -> [Change] {
        switch draw.number(below: 4) {
        case 0:
            let length = draw.time(of: [1, 1000, 3000, 20_000])
            return [faults.cut(timer.owner, at: time, for: length)].filter { _ in isParticipant(timer.owner) }
        case 1: return shift(to: time).map { [$0] } ?? []
        default:
            let owner = isParticipant(timer.owner) && draw.chance(0.6) ? timer.owner : nil
            guard let owner else { return commands.command(at: time, &draw).map { [$0] } ?? [] }
            return commands.command(of: owner, at: time, &draw).map { [Change(.command, at: time, [.init($0)])] } ?? []
        }
    }

    private mutating func novelty(_ kept: [[Change]]) -> [Change] {
        guard var changes = draw.one(of: kept) else { return swarm() }
        let index = draw.number(below: changes.count)
        switch draw.number(below: 4) {
        case 0 where changes.count > 1: changes.remove(at: index)
        case 1 where !changes.isEmpty:
            let old = changes[index]
            let time = draw.chance(0.5) ? busyTime() : old.time + (draw.one(of: [-1_000_000, 1_000_000]) ?? 0)
            changes[index] = Change(old.category, at: time, old.actions, moved: old.moved)
        default: if let more = change(of: Change.Category.allCases, at: busyTime()) { changes.append(more) }
        }
        return changes
    }

    private func isParticipant(_ owner: String) -> Bool { base.names.participants.contains(owner) }

    private mutating func change(of kinds: [Change.Category], at time: Int64) -> Change? {
        guard let category = draw.one(of: kinds, by: \.rawValue) else { return nil }
        switch category {
        case .command: return commands.command(at: time, &draw)
        case .shift: return shift(to: time)
        case .end: return Change(.end, at: time, [])
        default: return faults.fault(category, at: time, &draw)
        }
    }

    /// An action of the scenario at another instant.
    private mutating func shift(to time: Int64) -> Change? {
        guard !base.timeline.events.isEmpty else { return nil }
        return Change(.shift, at: time, [], moved: draw.number(below: base.timeline.events.count))
    }

    /// Any whole millisecond up to the end.
    private mutating func anyTime() -> Int64 {
        Int64(draw.number(below: Int(base.timeline.end / 1_000_000) + 1000)) * 1_000_000
    }

    /// The instant of an event, or an instant shortly before or after it.
    private mutating func busyTime() -> Int64 {
        let near = draw.time(of: [0, 0, 0, 1, 10, 100, 1000, -1])
        return max(0, (draw.one(of: base.moments) ?? 0) + near)
    }
}
