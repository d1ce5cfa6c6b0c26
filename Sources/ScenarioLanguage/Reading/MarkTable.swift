/// The marks that a scenario sets and uses, and where each of these stands among its branches.
struct MarkTable {
    /// A way that was taken into the steps inside a step.
    enum Turn: Hashable {
        /// Into one of the branches of the step with that number.
        case branch(of: Int, Int)
        /// Into one of the two ways of the step with that number.
        case choice(of: Int, Int)
    }

    /// Where a mark is set or used.
    struct Spot {
        var name: String
        var step: Int
        var path: [Turn]
        var site: Site
    }

    /// The ways to the step that is being read.
    var path: [Turn] = []
    private(set) var set: [Spot] = []
    private(set) var used: [Spot] = []

    /// Notes that a step sets a mark; answers where one of this name is set already that is not excluded by this one.
    mutating func set(_ name: String, by step: Int, at site: Site) -> Spot? {
        let spot = Spot(name: name, step: step, path: path, site: site)
        let first = set.first { $0.name == name && Self.relation($0, spot) != .exclusive }
        if first == nil { set.append(spot) }
        return first
    }

    /// Notes that a step uses a mark.
    mutating func use(_ name: String, by step: Int, at site: Site) {
        used.append(Spot(name: name, step: step, path: path, site: site))
    }

    /// Whether a mark can be set when a step uses it.
    func canBeSet(_ use: Spot) -> Bool {
        set.contains { $0.name == use.name && [.before, .beside].contains(Self.relation($0, use)) }
    }

    /// How a step lies to another one.
    private enum Relation {
        case before
        case after
        case beside
        case exclusive
    }

    private static func relation(_ one: Spot, _ other: Spot) -> Relation {
        for (first, second) in zip(one.path, other.path) where first != second {
            switch (first, second) {
            case (.branch(let step, _), .branch(let same, _)) where step == same: return .beside
            case (.choice(let step, _), .choice(let same, _)) where step == same: return .exclusive
            default: return one.step < other.step ? .before : .after
            }
        }
        return one.step < other.step ? .before : .after
    }
}
