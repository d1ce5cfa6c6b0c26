/// Merges the samples of workers into samples of the whole load.
package struct LoadMerge {
    /// The samples of each worker that wait for those of the others.
    private var waiting: [[LoadSample]]
    /// The workers that send no more samples.
    private var isOver: [Bool]
    /// The most instances under way in any interval so far. Their number in an interval is the sum of the workers'
    /// maxima, which the workers may have reached at different instants of it.
    package private(set) var maxUnderWay = 0

    package init(workers: Int) {
        waiting = Array(repeating: [], count: workers)
        isOver = Array(repeating: false, count: workers)
    }

    /// Takes a sample of a worker.
    package mutating func add(_ sample: LoadSample, of worker: Int) { waiting[worker].append(sample) }

    /// Takes that a worker sends no more.
    package mutating func end(of worker: Int) { isOver[worker] = true }

    /// Removes and returns the next sample of all workers; nil until each has sent its own or has ended.
    package mutating func next() -> LoadSample? {
        let isComplete = waiting.indices.allSatisfy { isOver[$0] || !waiting[$0].isEmpty }
        guard isComplete, waiting.contains(where: { !$0.isEmpty }) else { return nil }
        var merged: LoadSample?
        for worker in waiting.indices where !waiting[worker].isEmpty {
            let sample = waiting[worker].removeFirst()
            if merged == nil { merged = sample } else { merged?.add(sample) }
        }
        maxUnderWay = max(maxUnderWay, merged?.statistics.maxUnderWay ?? 0)
        return merged
    }
}
