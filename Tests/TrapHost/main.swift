import CallLibrary
import CallLibraryGuest
import Foundation
import Glibc
import Harness
import ScenarioLanguage
import ScenarioVocabulary

/// A mistake of an engineer: an interceptor that breaks a rule of the language itself.
struct TrappingInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        print("about to trap in \(call.cId)")
        let empty: [Int] = []
        print(empty[call.cId.count])
    }
}

/// An interceptor that never gives the thread back.
struct SpinningInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        while true {}
    }
}

/// An interceptor that takes ever more memory.
struct DevouringInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        var pieces: [[UInt8]] = []
        while true { pieces.append([UInt8](repeating: 1, count: 1 << 20)) }
    }
}

/// An interceptor that ends the whole process as if all were well.
struct LeavingInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        exit(0)
    }
}

/// An interceptor whose pace hangs on the hash seed of its process, as code does that walks over a set.
struct HashingInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        for word in ["one", "two", "three"] {
            try await Task.sleep(for: .nanoseconds(Int(word.hashValue.magnitude % 1_000_000_000)))
        }
    }
}

/// The error that an interceptor throws when it is called again.
private struct Repeated: Error {}

/// An interceptor that finds what an earlier call of it left in the process.
struct RememberingInterceptor: CallJoinIntercepting {
    @MainActor private static var calls = 0

    func callReadyToJoin(_ call: Call) async throws {
        Self.calls += 1
        if Self.calls > 1 { throw Repeated() }
    }
}

/// Leaves a mark for each worker process, in the file that a test names.
func markStart() {
    guard CommandLine.arguments.dropFirst().first == "worker", let file = getenv("TRAPHOST_STARTS") else { return }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    if write(descriptor, "x", 1) != 1 { print("no mark") }
    close(descriptor)
}

/// An interceptor that waits for a thread of its own, which needs real time.
struct ThreadedInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.5)
                continuation.resume()
            }
        }
    }
}

/// An interceptor that opens a file for each call, and never closes it.
struct LeakingInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        if open("/dev/null", O_RDONLY | O_CLOEXEC) < 0 { print("no descriptor is left") }
    }
}

markStart()
RollcallMain.run(
    Registry(interceptors: [
        "trap": { _ in TrappingInterceptor() },
        "spin": { _ in SpinningInterceptor() },
        "devour": { _ in DevouringInterceptor() },
        "hash": { _ in HashingInterceptor() },
        "thread": { _ in ThreadedInterceptor() },
        "leak": { _ in LeakingInterceptor() },
        "leave": { _ in LeavingInterceptor() },
        "remember": { _ in RememberingInterceptor() },
    ]))
