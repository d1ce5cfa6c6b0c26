/// The marks that a scenario sets and uses, each with its step.
struct MarkTable {
    /// A place where a mark is set or used.
    struct Spot {
        var name: String
        var step: Int
        var site: Site
    }

    private(set) var set: [Spot] = []
    private(set) var used: [Spot] = []

    /// Records that a step sets a mark; returns the place where one of this name is set already.
    mutating func set(_ name: String, by step: Int, at site: Site) -> Spot? {
        let first = set.first { $0.name == name }
        if first == nil { set.append(Spot(name: name, step: step, site: site)) }
        return first
    }

    /// Records that a step uses a mark.
    mutating func use(_ name: String, by step: Int, at site: Site) {
        used.append(Spot(name: name, step: step, site: site))
    }

    /// True when an earlier step sets the mark.
    func isSet(before use: Spot) -> Bool {
        set.contains { $0.name == use.name && $0.step < use.step }
    }
}
