import CallLibrary
import Glibc
import Harness
import Scenario

/// What an engineer may get wrong: an interceptor that breaks a rule of the language itself.
struct TrappingInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        print("about to trap in \(call.cId)")
        let nobody: [Int] = []
        print(nobody[call.cId.count])
    }
}

/// An interceptor that never gives the thread back.
struct SpinningInterceptor: CallJoinIntercepting {
    func callReadyToJoin(_ call: Call) async throws {
        while true {}
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
            try await Task.sleep(for: .milliseconds(Int(word.hashValue.magnitude % 1000)))
        }
    }
}

RollcallMain.run(
    Registry(interceptors: [
        "trap": { _ in TrappingInterceptor() },
        "spin": { _ in SpinningInterceptor() },
        "hash": { _ in HashingInterceptor() },
        "leave": { _ in LeavingInterceptor() },
    ]))
