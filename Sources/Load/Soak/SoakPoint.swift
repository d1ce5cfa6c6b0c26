/// The resources of the process at one instant of a soak.
package struct SoakPoint: Hashable, Sendable {
    /// From the beginning of the load.
    package var at: Duration
    /// The instances that have ended.
    package var ended: Int
    package var underWay: Int
    /// By the place of each resource. A dictionary would be a growth of the heap for each point.
    private let values: SIMD8<Double>

    package init(at: Duration, ended: Int, underWay: Int, values: [SoakResource: Double]) {
        self.at = at
        self.ended = ended
        self.underWay = underWay
        var places = SIMD8<Double>()
        for (index, resource) in SoakResource.allCases.enumerated() { places[index] = values[resource] ?? 0 }
        self.values = places
    }
}

extension SoakPoint {
    /// The amount of a resource.
    func amount(of resource: SoakResource) -> Double {
        SoakResource.allCases.firstIndex(of: resource).map { values[$0] } ?? 0
    }
}

/// A resource that each call uses for a time, and returns.
package enum SoakResource: String, CaseIterable, Hashable, Sendable {
    /// The resident bytes of the process.
    case resident
    /// The bytes that the process has allocated.
    case heap
    case descriptors
    case timers
    /// The participants' sessions at SFUs.
    case sessions

    /// The least rise within a soak that is a growth: smaller ones are noise of the allocator, or one object.
    var leastRise: Double {
        switch self {
        case .resident: 1_048_576
        case .heap: 262_144
        case .descriptors, .timers, .sessions: 2
        }
    }

    /// True for bytes.
    package var isMemory: Bool { self == .resident || self == .heap }
}
