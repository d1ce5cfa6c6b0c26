import Glibc
import Loop
import Probing
import Timing

/// A pipe, whose first end becomes readable when something is written to the other.
private struct Channel {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { print("no pipe") }
        reading = ends[0]
        writing = ends[1]
    }

    func write() {
        if Glibc.write(writing, "x", 1) != 1 { print("not written") }
    }

    func read() {
        var byte: UInt8 = 0
        if Glibc.read(reading, &byte, 1) != 1 { print("not read") }
    }
}

@MainActor
private final class Watches {
    var other: WatchID?
}

@MainActor
private func watch(_ channel: Channel, _ name: String, _ then: @escaping @MainActor () -> Void = {}) -> WatchID? {
    do {
        return try loop.watch(descriptor: channel.reading) {
            channel.read()
            say(name)
            then()
        }
    } catch {
        print(error)
        return nil
    }
}

/// Watched descriptors.
@MainActor let descriptors: [Behaviour] = [
    .virtual("watch-order") {
        let channels = (0..<500).map { _ in Channel() }
        var served: [Int] = []
        for (index, channel) in channels.enumerated() {
            _ = try? loop.watch(descriptor: channel.reading) {
                channel.read()
                served.append(index)
            }
        }
        for channel in channels.reversed() { channel.write() }
        try? await Task.sleep(for: .seconds(1))
        print(served == Array(0..<500))
    },
    .virtual("watch-before-time") {
        let channel = Channel()
        _ = watch(channel, "readable") { Task { say("and what follows") } }
        loop.schedule(at: loop.now.advanced(by: .seconds(1)), "a timer") { say("a second later") }
        channel.write()
        try? await Task.sleep(for: .seconds(2))
    },
    .virtual("watch-announced") {
        let channel = Channel()
        guard
            let id = try? loop.watch(
                descriptor: channel.reading, isAnnounced: true,
                onReadable: {
                    channel.read()
                    say("readable")
                })
        else { return print("not watched") }
        channel.write()
        try? await Task.sleep(for: .seconds(1))
        loop.expectReadable(id)
        try? await Task.sleep(for: .seconds(1))
        channel.write()
        loop.pollKernelAlways()
        try? await Task.sleep(for: .seconds(1))
        loop.unwatch(id)
    },
    .virtual("watch-ended") {
        let first = Channel()
        let second = Channel()
        let watches = Watches()
        let watching = watch(first, "first") { if let other = watches.other { loop.unwatch(other) } }
        watches.other = watch(second, "second, never")
        first.write()
        second.write()
        try? await Task.sleep(for: .seconds(1))
        if let watching { loop.unwatch(watching) }
        if let watching { loop.unwatch(watching) }
        first.write()
        try? await Task.sleep(for: .seconds(1))
        print(loop.pendingWork.watchedDescriptors)
    },
    .virtual("watch-while-busy") {
        let channel = Channel()
        var isRead = false
        _ = watch(channel, "readable") { isRead = true }
        channel.write()
        while !isRead { await Task.yield() }
        say("seen by a task that never rests")
    },
    .virtual("busy-turns") {
        // Jobs are always ready; descriptors and timers are served in between.
        let channel = Channel()
        var fired = 0
        var seen = [0]
        for _ in 0..<200 { loop.schedule(at: loop.now, "one of a burst") { fired += 1 } }
        _ = watch(channel, "readable") { print(fired) }
        channel.write()
        while fired < 200 {
            if fired != seen.last { seen.append(fired) }
            await Task.yield()
        }
        print(seen)
    },
    .virtual("late-arrival") {
        // A datagram is on its way when the loop has nothing else to do.
        let channel = Channel()
        let id = try? loop.watch(
            descriptor: channel.reading, isAnnounced: true,
            onReadable: {
                channel.read()
                loop.inFlight.count = 0
                say("late")
            })
        loop.onQuiet = { now in
            print("quiet at \(now)")
            return .proceed
        }
        loop.inFlight.count = 1
        channel.write()
        try? await Task.sleep(for: .seconds(1))
        print(loop.statistics.lateArrivals)
        if let id { loop.unwatch(id) }
    },
    .virtual("watch-impossible") {
        do {
            _ = try loop.watch(descriptor: 12_345) {}
        } catch {
            print(error)
        }
        print(loop.pendingWork.watchedDescriptors)
    },
    Behaviour("no-descriptors") {
        // The lowest descriptor is one like all others.
        close(0)
        print(Shortage.ofDescriptors() ?? 0, open("/dev/null", O_RDONLY))
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = 1
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        print(Shortage.ofDescriptors().map { Shortage.text($0) } ?? "none")
    },
]
