import Covering
import Journal
import Testing
import Timing

@testable import Load

/// A load that workers share: its starts, its messages, its merged statistics.
@Suite struct LoadShareTests {
    private func starts(_ shape: LoadShape, _ share: LoadShare) -> [Instant] {
        var planner = StartPlanner(shape, at: .start, part: share)
        var starts: [Instant] = []
        while let next = planner.next {
            starts.append(next)
            planner.take()
        }
        return starts
    }

    @Test(arguments: [1, 2, 3, 4, 7]) func `the starts of all workers are those of the shape`(_ count: Int) throws {
        let shape = try LoadShape("ramp(0→20/s, 5s), hold(3s), atOnce(10), pause(1s), constant(7/s, 2s)")
        let parts = (0..<count).map { starts(shape, LoadShare(index: $0, count: count)) }
        #expect(parts.flatMap(\.self).sorted() == starts(shape, .whole))
        let sizes = parts.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }

    @Test func `parts of a number add up to it`() {
        for number in 0...20 {
            #expect((0..<3).map { LoadShare(index: $0, count: 3).part(of: number) }.reduce(0, +) == number)
        }
        #expect(LoadShare("2/3") == LoadShare(index: 1, count: 3))
        for text in ["0/3", "4/3", "3", "a/b", "1/0", ""] { #expect(LoadShare(text) == nil) }
    }

    private var statistics: LoadStatistics {
        var statistics = LoadStatistics()
        (statistics.offered, statistics.started, statistics.completed, statistics.underWay) = (9, 8, 5, 1)
        (statistics.seconds, statistics.wallSeconds, statistics.processorSeconds) = (1.5, 0.1, 0.3)
        (statistics.traffic.sent, statistics.traffic.kernelDrops) = (1000, 3)
        statistics.fail(LoadFailure(file: "a.yaml", line: 3, reason: "late \"one\""), times: 2, example: "idle")
        statistics.fail(LoadFailure(file: nil, line: nil, reason: "other"))
        var durations = PhaseDurations()
        for value in 1...300 { durations.record(.microseconds(value * value), late: .microseconds(value)) }
        statistics.phases[.inCall] = durations
        statistics.lateness.record(.nanoseconds(1_234_567))
        return statistics
    }

    private func read(_ message: LoadMessage) throws -> LoadMessage? {
        LoadMessage(try JSON(parsing: message.line))
    }

    @Test func `a message is read as it was written`() throws {
        var pending = LoadPending()
        (pending.timers, pending.sessions) = (7, 4)
        let sample = LoadSample(at: .seconds(12), statistics, pending: pending)
        let end = LoadResult(statistics: statistics, isInterrupted: true, fault: "no \"room\"")
        for message in [LoadMessage.ready, .sample(sample), .end(end)] { #expect(try read(message) == message) }
    }

    @Test(arguments: ["{}", "[]", #"{"sample":{}}"#, #"{"end":{"counts":[1]}}"#, #"{"sample":{"at":1,"counts":"x"}}"#])
    func `anything else is not a message`(_ line: String) throws {
        #expect(LoadMessage(try JSON(parsing: Array(line.utf8))) == nil)
    }

    @Test func `a merged sample waits for all workers but those that have ended`() {
        var merge = LoadMerge(workers: 3)
        let sample = LoadSample(at: .zero, statistics)
        merge.add(sample, of: 0)
        merge.add(sample, of: 2)
        #expect(merge.next() == nil)
        merge.add(sample, of: 1)
        let all = merge.next()
        #expect(all?.statistics.completed == 15 && all?.statistics.phases[.inCall]?.intended.count == 900)
        #expect(merge.next() == nil)
        merge.add(sample, of: 0)
        merge.add(sample, of: 1)
        merge.end(of: 2)
        #expect(merge.next()?.statistics.completed == 10)
    }

    @Test func `workers that are busy one after the other are not busy at once`() {
        var merge = LoadMerge(workers: 2)
        for (worker, counts) in [[3, 9, 1], [8, 2, 1]].enumerated() {
            for (second, count) in counts.enumerated() {
                var statistics = LoadStatistics()
                statistics.maxUnderWay = count
                merge.add(LoadSample(at: .seconds(second), statistics), of: worker)
            }
        }
        while merge.next() != nil {}
        #expect(merge.maxUnderWay == 11)
    }
}
