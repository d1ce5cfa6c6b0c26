/// Divides the runs of a plan into packs of similar duration.
struct PackCutting {
    /// A scenario and the duration of one of its runs.
    struct Item: Hashable {
        let id: String
        let seconds: Double
    }

    let seeds: ClosedRange<UInt64>
    let rounds: Int
    /// The intended seconds of a pack.
    let target: Double

    /// Returns the packs, the longest first, so that no long one remains at the end.
    ///
    /// The seeds of a scenario longer than a pack are divided among several packs.
    func packs(of items: [Item]) -> [WorkPlan.Pack] {
        let isLong = { (item: Item) in seconds(of: item) > target }
        let parts = items.filter(isLong).flatMap(parted)
        let shared = grouped(items.filter { !isLong($0) })
        return (parts + shared).enumerated()
            .sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }
            .map(\.element.pack)
    }

    private typealias Measured = (pack: WorkPlan.Pack, seconds: Double)

    private var seedCount: Int { Int(seeds.upperBound - seeds.lowerBound) + 1 }

    private func seconds(of item: Item) -> Double { item.seconds * Double(rounds) * Double(seedCount) }

    private func parted(_ item: Item) -> [Measured] {
        let each = item.seconds * Double(rounds)
        let length = UInt64(max(1, min(Double(seedCount), target / each)))
        return stride(from: 0, to: UInt64(seedCount), by: Int(length)).map { offset in
            let first = seeds.lowerBound + offset
            let last = first + min(length - 1, seeds.upperBound - first)
            return (WorkPlan.Pack(ids: [item.id], seeds: first...last), each * Double(last - first + 1))
        }
    }

    private func grouped(_ items: [Item]) -> [Measured] {
        var groups: [Measured] = []
        var ids: [String] = []
        var sum = 0.0
        func close() {
            guard !ids.isEmpty else { return }
            groups.append((WorkPlan.Pack(ids: ids, seeds: seeds), sum))
            (ids, sum) = ([], 0)
        }
        for item in items {
            if sum + seconds(of: item) > target { close() }
            ids.append(item.id)
            sum += seconds(of: item)
        }
        close()
        return groups
    }
}
