import Containers
import Glibc
import Testing
import Timing

@testable import Loop

@Suite struct DescriptorTests {
    @Test func `five hundred readable descriptors are served in the order of their watches`() throws {
        #expect(try behaviour("watch-order") == ["true"])
    }

    @Test func `readable descriptors are served, with their consequences, before time advances`() throws {
        #expect(
            try behaviour("watch-before-time") == [
                "0.000 s: readable", "0.000 s: and what follows", "1.000 s: a second later",
            ])
    }

    @Test func `a watch that has ended is not served although its descriptor is readable`() throws {
        #expect(try behaviour("watch-ended") == ["0.000 s: first", "0"])
    }

    @Test func `an announced arrival is served at once, and others when the loop polls the kernel`() throws {
        #expect(try behaviour("watch-announced") == ["1.000 s: readable", "2.000 s: readable"])
    }

    @Test func `a task that never rests and a burst of timers leave each other and a descriptor their turns`() throws {
        #expect(try behaviour("busy-turns") == ["0.000 s: readable", "0", "[0, 64, 128, 192]"])
    }

    @Test func `an instant is not quiet while a datagram is on its way`() throws {
        #expect(
            try behaviour("late-arrival") == ["0.000 s: late", "quiet at 0.000 s", "1"])
    }

    @Test func `descriptors are served while a task never rests`() throws {
        #expect(
            try behaviour("watch-while-busy") == [
                "0.000 s: readable", "0.000 s: seen by a task that never rests",
            ])
    }

    @Test func `a process that can open no file has a shortage, and one with the lowest descriptor has none`() throws {
        #expect(
            try behaviour("no-descriptors") == [
                "0 0", "Too many open files; raise the limit of open files (ulimit -n)",
            ])
    }

    @Test func `a descriptor that does not exist cannot be watched`() throws {
        #expect(
            try behaviour("watch-impossible") == [
                "descriptor 12345 cannot be watched: Bad file descriptor", "0",
            ])
    }
}

/// The loop of this process, which does not run.
@MainActor
@Suite(.serialized) struct RestingLoopTests {
    private let loop = EventLoop.shared

    /// Calls `body` with a loop that does not ask the kernel about announced descriptors.
    private func withoutAsking(_ body: () throws -> Void) rethrows {
        loop.inFlight.asksKernel = false
        defer { loop.inFlight.asksKernel = true }
        try body()
    }

    private func openPipe() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return ends
    }

    @Test func `an announced descriptor is registered with the kernel when all are, until its watch ends`() throws {
        let ends = try openPipe()
        defer { for end in ends { close(end) } }
        let count = loop.watches.count
        try withoutAsking {
            let id = try loop.watch(descriptor: ends[0], isAnnounced: true) {}
            #expect(!loop.watches.isPolled(id))
            loop.pollAll()
            #expect(loop.watches.isPolled(id))
            loop.pollAll()
            loop.unwatch(id)
            // The kernel would refuse to register a descriptor twice.
            let again = try loop.watch(descriptor: ends[0]) {}
            #expect(loop.watches.isPolled(again))
            loop.unwatch(again)
            loop.unwatch(again)
        }
        #expect(loop.watches.count == count)
    }

    @Test func `a descriptor that the kernel does not watch remains unregistered, and its watch can end`() throws {
        // epoll refuses regular files.
        let file = try #require(CommandLine.arguments.first)
        let descriptor = open(file, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let count = loop.watches.count
        try withoutAsking {
            let id = try loop.watch(descriptor: descriptor, isAnnounced: true) {}
            loop.pollKernelAlways()
            #expect(loop.inFlight.asksKernel && !loop.watches.isPolled(id))
            loop.unwatch(id)
        }
        #expect(throws: LoopError.unwatchable(descriptor: descriptor, error: EPERM)) {
            try loop.watch(descriptor: descriptor, isAnnounced: true) {}
        }
        #expect(loop.watches.count == count)
    }
}

/// Wake-ups on Swift's own main executor.
@MainActor
@Suite(.serialized) struct MainSchedulerTests {
    private let scheduler = MainScheduler.shared

    @Test(.timeLimit(.minutes(1)))
    func `actions that are due run in the order of their deadlines, without those that were cancelled`() async {
        var done: [String] = []
        let now = scheduler.now
        let never = scheduler.schedule(at: now.advanced(by: .seconds(3600)), "never") { done.append("never") }
        await withCheckedContinuation { continuation in
            scheduler.schedule(at: now, "last") {
                done.append("last")
                continuation.resume()
            }
            let earlier = now.advanced(by: .milliseconds(-1))
            scheduler.schedule(at: earlier, "second") { done.append("second") }
            let cancelled = scheduler.schedule(at: .start, "cancelled") { done.append("cancelled") }
            scheduler.schedule(at: earlier, "third") { done.append("third") }
            scheduler.schedule(at: now.advanced(by: .milliseconds(-2)), "first") { done.append("first") }
            scheduler.cancel(cancelled)
        }
        scheduler.cancel(never)
        #expect(done == ["first", "second", "third", "last"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `an action that schedules another is followed by it, and so is one after a rest`() async {
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                scheduler.schedule(at: scheduler.now, "first") {
                    self.scheduler.schedule(at: self.scheduler.now, "second") { continuation.resume() }
                }
            }
        }
    }
}

/// A descriptor that Swift's own main executor watches.
@MainActor
@Suite struct MainQueueWatchTests {
    @Test(.timeLimit(.minutes(1)))
    func `a watch calls back while there is something to read, and says when it has ended`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        try #require(write(writing, "ab", 2) == 2)
        var (seen, watch): ([UInt8], MainQueueWatch?) = ([], nil)
        await withCheckedContinuation { continuation in
            watch = MainQueueWatch(descriptor: reading) {
                var byte: UInt8 = 0
                if read(reading, &byte, 1) == 1 { seen.append(byte) }
                if seen.count == 2 { continuation.resume() }
            }
        }
        await withCheckedContinuation { continuation in watch?.cancel { continuation.resume() } }
        #expect(seen == Array("ab".utf8))
        for end in ends { close(end) }
    }
}

@MainActor
@Suite struct WatchTableTests {
    private var table = WatchTable()

    @Test mutating func `slots are served lowest first, each once`() {
        var served: [Int] = []
        let ids = (0..<4).map { index in table.add(Int32(index), "watch") { served.append(index) } }
        for id in [ids[3], ids[1], ids[3], ids[0]] { table.mark(id) }
        table.beginServing()
        while let action = table.next(nil) { action() }
        #expect(served == [0, 1, 3])
        #expect(!table.hasMarked)
    }

    @Test mutating func `a slot is taken again and its old name means nothing`() {
        let old = table.add(7, "watch") {}
        #expect(table.remove(old) == 7)
        let new = table.add(8, "watch") {}
        #expect(new.slot == old.slot)
        #expect(table.remove(old) == nil)
        table.mark(old)
        #expect(!table.hasMarked)
        #expect(table.remove(new) == 8)
        #expect(table.count == 0)
    }

    @Test mutating func `a watch is registered with the kernel on request only`() {
        let ids = (0..<3).map { table.add(Int32(10 + $0), "watch") {} }
        table.setPolled(ids[1])
        #expect(table.isPolled(ids[1]) && !table.isPolled(ids[2]))
        #expect(table.remove(ids[0]) == 10)
        #expect(table.unpolled.map(\.descriptor) == [12])
    }

    @Test mutating func `kernel events of unused slots are ignored`() {
        table.mark(slot: 99)
        #expect(!table.hasMarked)
    }
}
