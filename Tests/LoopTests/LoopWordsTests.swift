import Containers
import Glibc
import Testing
import Timing

@testable import Loop

/// The words and numbers that a loop reports.
@Suite struct LoopWordsTests {
    private func work(timers: Int = 0, jobs: Int = 0, descriptors: Int = 0, threads: Int = 0) -> PendingWork {
        PendingWork(
            now: Instant(nanoseconds: 1_500_000_000),
            timers: (0..<timers).map {
                .init(deadline: Instant(nanoseconds: Int64($0) * 1_000_000_000), label: "t\($0)")
            },
            readyJobs: jobs, watchedDescriptors: descriptors, otherThreads: threads)
    }

    @Test func `pending work shows ten deadlines and the rest as counts`() {
        #expect(work().description == "at 1.500 s: no deadline")
        #expect(work(timers: 1).description == "at 1.500 s: t0 at 0.000 s")
        let ten = (0..<10).map { "t\($0) at \($0).000 s" }.joined(separator: ", ")
        #expect(work(timers: 10).description == "at 1.500 s: \(ten)")
        #expect(work(timers: 11).description == "at 1.500 s: \(ten), 1 more deadlines")
        #expect(
            work(jobs: 2, descriptors: 3, threads: 1).description
                == "at 1.500 s: no deadline, 2 ready jobs, 3 watched descriptors, 1 other threads in the process")
        #expect(
            work(timers: 12, jobs: 3, descriptors: 4, threads: 5).description
                == "at 1.500 s: \(ten), 2 more deadlines, 3 ready jobs, 4 watched descriptors, "
                + "5 other threads in the process")
        let never = PendingWork(
            now: .start, timers: [.init(deadline: .distantFuture, label: "t")], readyJobs: 1, watchedDescriptors: 0,
            otherThreads: 0)
        #expect(never.description == "at 0.000 s: t, for ever, 1 ready jobs")
    }

    @Test func `each end of a run and each error has its words`() {
        #expect(EndOfRun.finished.description == "finished" && EndOfRun.stopped.description == "stopped")
        #expect(EndOfRun.nothingLeft.description == "no further event is possible")
        #expect(
            EndOfRun.goingInCircles(turns: 3).description
                == "3 turns passed within a millisecond: something repeats itself for ever")
        #expect(
            LoopError.unwatchable(descriptor: 7, error: EBADF).description
                == "descriptor 7 cannot be watched: Bad file descriptor")
        #expect(
            LoopError.notInstalled.description
                == "the event loop is not the process's executor: call EventLoop.install() first thing in a synchronous "
                + "main")
        #expect(
            LoopError.clockNotReplaced.description
                == "Swift's clocks do not show the virtual time: the program must be linked with libc as a shared library"
        )
    }

    @Test func `the counts of a run begin at zero`() {
        #expect(
            LoopStatistics()
                == LoopStatistics(
                    jobs: 0, timersFired: 0, quietInstants: 0, turns: 0, polls: 0, foreignJobs: 0, abandonedTasks: 0,
                    lateArrivals: 0))
    }

    @Test func `a shortage is one of descriptors, processes or memory`() {
        for error in [EMFILE, ENFILE, EAGAIN, ENOBUFS, ENOMEM] { #expect(Shortage.includes(error)) }
        for error in [0, EPERM, ENOENT, EBADF, EACCES] { #expect(!Shortage.includes(error)) }
        #expect(Shortage.text(EMFILE) == "Too many open files; raise the limit of open files (ulimit -n)")
        #expect(Shortage.text(ENFILE).hasSuffix("; raise the limit of open files (ulimit -n)"))
        #expect(Shortage.text(ENOMEM) == "Cannot allocate memory")
        #expect(Shortage.ofDescriptors() == nil)
        #expect(SystemSecret.bytes().count == 32 && SystemSecret.bytes(5).count == 5)
        #expect(Set((0..<8).map { _ in SystemSecret.bytes() }).count == 8)
    }

    @Test func `datagrams in flight postpone a quiet instant for a fifth of a second at most`() {
        let inFlight = InFlight()
        #expect(inFlight.count == 0 && inFlight.limit == .milliseconds(200) && inFlight.asksKernel)
    }

    @Test func `virtual time moves by a jump alone, and its date with it`() {
        var time = LoopTime(mode: .virtual)
        #expect(time.now == .start && time.fresh == .start && time.date == .virtualStart)
        time.jump(to: Instant(nanoseconds: 2_000_000_000))
        LoopTime.showSystem()
        time.update()
        #expect(time.now == Instant(nanoseconds: 2_000_000_000) && time.fresh == time.now)
        #expect(time.date == Timestamp.virtualStart.advanced(by: .seconds(2)))
        #expect(time.untilReal(Instant(nanoseconds: 1)) == .zero)
        #expect(time.untilReal(Instant(nanoseconds: 2_000_000_001)) == .nanoseconds(1))
    }

    @Test func `real time moves when it is read, and its date is the system's`() {
        var time = LoopTime(mode: .real)
        #expect(time.now == .start)
        let fresh = time.fresh
        #expect(fresh >= .start && time.now == .start)
        time.update()
        #expect(time.now >= fresh)
        let hour = Instant.start.advanced(by: .seconds(3600))
        #expect(time.untilReal(.start) == .zero)
        #expect(time.untilReal(hour) > .seconds(3000) && time.untilReal(hour) <= .seconds(3600))
        let seconds = Int64(Glibc.time(nil))
        #expect((seconds - 60...seconds + 60).contains(time.date.milliseconds / 1000))
        time.jump(to: hour)
        #expect(time.now == hour && time.fresh < hour)
    }

    @Test func `a timer of a task has a label, and one of a callback both parts of its own`() {
        let callback = LoopTimer.callback(label: "ring of ", "bob") {}
        #expect(callback.label == "ring of bob" && !callback.isJob)
    }
}

@MainActor
@Suite struct WatchChoiceTests {
    private var table = WatchTable()

    /// The order in which four marked slots are served.
    private mutating func order(_ choose: (@MainActor (FreeChoice) -> Int)?) -> [Int] {
        var served: [Int] = []
        let ids = (0..<4).map { index in table.add(Int32(index), "watch \(index)") { served.append(index) } }
        for id in ids { table.mark(id) }
        table.beginServing()
        while let action = table.next(choose) { action() }
        table.forgetAll()
        return served
    }

    @Test mutating func `a choice is asked among those that are left, and not for the last one`() {
        var asked: [[String]] = []
        let last = order { choice in
            asked.append((0..<choice.count).map(choice.label))
            return choice.count - 1
        }
        #expect(last == [3, 2, 1, 0] && asked.map(\.count) == [4, 3, 2])
        #expect(asked[1] == ["watch 0", "watch 1", "watch 2"])
        #expect(order(nil) == [0, 1, 2, 3] && order { _ in 0 } == [0, 1, 2, 3])
    }

    @Test mutating func `a slot that is marked while it is served is served again in the next turn`() {
        let id = table.add(1, "watch") {}
        table.mark(id)
        table.beginServing()
        #expect(table.next(nil) != nil && !table.hasMarked)
        table.mark(slot: id.slot)
        #expect(table.hasMarked && table.next(nil) == nil)
        table.beginServing()
        #expect(table.next(nil) != nil && table.next(nil) == nil)
    }

    @Test mutating func `a watch that ends before its turn is skipped`() {
        var served: [Int] = []
        let ids = (0..<3).map { index in table.add(Int32(index), "watch") { served.append(index) } }
        for id in ids { table.mark(id) }
        table.beginServing()
        _ = table.remove(ids[1])
        while let action = table.next(nil) { action() }
        #expect(served == [0, 2] && table.count == 2)
        table.mark(ids[0])
        table.forgetAll()
        #expect(!table.hasMarked && table.count == 0 && !table.isPolled(ids[0]) && table.unpolled.isEmpty)
        #expect(table.add(9, "watch") {}.slot == ids[0].slot)
    }
}
