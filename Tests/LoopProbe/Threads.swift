import Foundation
import Loop
import Probing
import Timing

/// Runs `body` on a thread that is not the loop's, after some real time.
private func elsewhere(after seconds: TimeInterval = 0, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: seconds)
        body()
    }
}

/// Work from other threads.
@MainActor let threads: [Behaviour] = [
    Behaviour("foreign-task") {
        let end = loop.run(clock: .real) {
            let main = pthread_self()
            await withUnsafeContinuation { continuation in
                elsewhere {
                    Task { @MainActor in
                        print(pthread_equal(main, pthread_self()) != 0)
                        continuation.resume()
                    }
                }
            }
            print(loop.statistics.foreignJobs > 0)
        }
        print(end)
    },
    Behaviour("foreign-wake") {
        let end = loop.run(clock: .real) {
            // No deadline: only the other thread can wake the loop.
            await withUnsafeContinuation { continuation in
                elsewhere(after: 0.02) { continuation.resume() }
            }
        }
        print(end)
    },
    Behaviour("foreign-stop") {
        print(
            loop.run(clock: .real) {
                elsewhere(after: 0.01) { EventLoop.shared.stop() }
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            })
    },
    Behaviour("foreign-clock") {
        // The virtual time is the loop's thread's only.
        let end = loop.run(clock: .virtual) {
            let gate = DispatchSemaphore(value: 0)
            elsewhere {
                print(Date().timeIntervalSince1970 > 1_770_000_000)
                gate.signal()
            }
            gate.wait()
        }
        print(end)
    },
    Behaviour("waiting-for-a-thread") {
        let end = loop.run(clock: .virtual) {
            loop.onDeadEnd = { _ in
                print(loop.pendingWork.otherThreads)
                return .proceed
            }
            let started = DispatchSemaphore(value: 0)
            elsewhere {
                started.signal()
                Thread.sleep(forTimeInterval: 60)
            }
            started.wait()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        print(end)
    },
    .virtual("isolated-here") {
        let assume: @Sendable () -> Void = { MainActor.assumeIsolated { print("isolated") } }
        loop.schedule(at: loop.now, "a callback", assume)
        try? await Task.sleep(for: .seconds(1))
        await Task.detached { assume() }.value
    },
    .virtual("isolated-elsewhere") {
        let gate = DispatchSemaphore(value: 0)
        elsewhere {
            MainActor.preconditionIsolated()
            print("not reached")
            gate.signal()
        }
        gate.wait()
    },
]
