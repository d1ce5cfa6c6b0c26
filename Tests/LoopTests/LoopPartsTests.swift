import Containers
import Glibc
import Synchronization
import Testing
import Timing

@testable import Loop

/// Keeps the jobs of tasks, to be run by a test.
private final class Keeper: TaskExecutor {
    private let kept = Mutex<[UnownedJob]>([])
    private let numbers = Mutex<[Int]>([])
    /// The notes of the jobs.
    var noted: [Int] { numbers.withLock { $0 } }

    func note(_ number: Int) { numbers.withLock { $0.append(number) } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        kept.withLock { $0.append(job) }
    }

    func take() -> [UnownedJob] {
        kept.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

/// The parts of a loop, without a run.
@Suite struct LoopPartsTests {
    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test func `jobs of other threads are taken once, in the order of their coming, and announced until then`() {
        let foreign = ForeignJobs()
        defer { close(foreign.descriptor) }
        let keeper = Keeper()
        for index in 0..<3 { Task(executorPreference: keeper) { keeper.note(index) } }
        let jobs = keeper.take()
        #expect(jobs.count == 3 && !isReadable(foreign.descriptor) && foreign.takeAll().isEmpty)
        foreign.add(jobs[1], after: nil)
        foreign.add(jobs[0], after: .seconds(2))
        #expect(isReadable(foreign.descriptor))
        let taken = foreign.takeAll()
        #expect(taken.map(\.delay) == [nil, .seconds(2)])
        #expect(!isReadable(foreign.descriptor) && foreign.takeAll().isEmpty)
        foreign.add(jobs[2], after: .zero)
        #expect(isReadable(foreign.descriptor))
        let last = foreign.takeAll()
        #expect(last.map(\.delay) == [.zero] && !isReadable(foreign.descriptor))
        for entry in taken + last { keeper.run(entry.job) }
        #expect(keeper.noted == [1, 0, 2])
    }

    /// Descriptors that are readable because each holds a byte. The end of an empty pipe would not do: a process that
    /// another test starts can hold the pipe open.
    private func readable(_ count: Int) throws -> [Int32] {
        try (0..<count).map { _ in
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0 && write(ends[1], "a", 1) == 1)
            close(ends[1])
            return ends[0]
        }
    }

    @MainActor
    @Test(arguments: [1, 63, 64, 65, 128, 129])
    func `one question finds all descriptors that are readable, however many they are`(_ count: Int) throws {
        var (poller, table, served) = (Poller(), WatchTable(), [Int]())
        let descriptors = try readable(count)
        defer { for descriptor in descriptors + [poller.descriptor] { close(descriptor) } }
        for (index, descriptor) in descriptors.enumerated() {
            try poller.add(descriptor, key: table.add(descriptor, "watch") { served.append(index) }.slot)
        }
        poller.wait(.zero, marking: &table)
        table.beginServing()
        while let action = table.next(nil) { action() }
        #expect(served == Array(0..<count))
        poller.remove(descriptors[0])
        poller.wait(.zero, marking: &table)
        table.beginServing()
        while let action = table.next(nil) { action() }
        #expect(served == Array(0..<count) + Array(1..<count))
    }
}

/// The loop of this process, as code with an asynchronous `main` runs it.
@MainActor
@Suite struct EndlessLoopTests {
    private let loop = EventLoop.shared

    @Test func `a ready job is run if there is one`() {
        var done = 0
        #expect(!loop.executor.runNext() && loop.executor.readyJobs == 0)
        loop.enqueue { done += 1 }
        loop.enqueue { done += 10 }
        #expect(loop.executor.readyJobs == 2 && loop.executor.runNext() && done == 1)
        #expect(loop.executor.runNext() && done == 11 && !loop.executor.runNext())
    }

    @Test func `a loop without a body does its work in real time until it is stopped, and leaves nothing behind`() {
        var done: [String] = []
        loop.schedule(at: .start, "an action") { [loop] in
            done.append("\(loop.isRunning) \(loop.time.mode)")
            loop.enqueue {
                done.append("what it began")
                loop.enqueue { done.append("never") }
                loop.ending = .stopped
            }
        }
        loop.schedule(at: .distantFuture, "another action") { done.append("never") }
        loop.runUntilStopped()
        #expect(done == ["true real", "what it began"])
        #expect(!loop.isRunning && loop.inFlight.asksKernel && loop.executor.readyJobs == 0)
        #expect(loop.pendingWork.timers.isEmpty)
        var counts = LoopStatistics()
        (counts.jobs, counts.timersFired, counts.turns, counts.abandonedTasks) = (1, 1, 2, 1)
        #expect(loop.statistics == counts)
    }
}
