extension Rule {
    static let all: [Rule] = [floors, pureFloors, access, time, randomness, unsafety, length]

    static let floors = Rule(name: "a room imports only rooms on lower floors") { file in
        guard let own = House.steps[file.room] else {
            return ["\(file.path): room \(file.room) has no place in the table of floors"]
        }
        return file.imports.compactMap { entry in
            guard let other = House.steps[entry.module], !(other < own) else { return nil }
            return "\(file.path):\(entry.line): \(file.room) (\(own)) imports \(entry.module) (\(other))"
        }
    }

    static let pureFloors = Rule(name: "floors 1 to 3 import nothing of the system") { file in
        guard let own = House.steps[file.room], (1...3).contains(own.floor) else { return [] }
        let fromToolchain: Set<String> = ["Synchronization", "Observation"]
        return file.imports.compactMap { entry in
            guard House.steps[entry.module] == nil, !fromToolchain.contains(entry.module) else { return nil }
            return "\(file.path):\(entry.line): \(file.room) (\(own)) imports \(entry.module)"
        }
    }

    static let access = forbidding(
        ["public "], "only rooms that a product shows have public declarations",
        because: "is for products: write package",
        allows: { file in
            // An exported import must be public.
            !file.path.hasPrefix("Sources/") || file.path.hasSuffix("/Exports.swift") || shown.contains(file.room)
        })

    /// The rooms of the products, and those whose types the declarations of these rooms use.
    private static let shown: Set<String> = [
        "CallLibrary", "CallLibraryFoundation", "CallLibraryGuest", "Harness", "RollcallTesting", "ScenarioLanguage",
        "ScenarioVocabulary", "Loop", "Sockets", "Wire", "CallCore", "Signaling", "Publishing", "Containers",
        "Chance", "Timing",
    ]

    static let time = forbidding(
        [
            "ContinuousClock", "SuspendingClock", "Task.sleep", "Thread.sleep", "usleep(", "nanosleep(",
            "clock_gettime(", "clock_nanosleep(", "gettimeofday(", "timerfd_create(", "Date()", "timeIntervalSinceNow",
            "Date.now",
            "DispatchTime", "DispatchSource",
        ],
        "only the loop reads a clock or waits", because: "is for Loop: take a Scheduler, or an Instant as an argument",
        allows: { file in
            timedRooms.contains(file.room) || timed.contains { file.path.hasPrefix($0) }
        })

    /// `CallLibraryFoundation` converts dates of the call library to those of Foundation.
    private static let timedRooms = ["Loop", "Benchmarks", "CallLibraryFoundation"]

    /// Interceptors stand for the users' own code, which sleeps as the documents show it and finds the time virtual.
    private static let timed = ["Sources/ScenarioVocabulary/Interceptors/"]

    static let randomness = forbidding(
        [
            "UUID(", "SystemRandomNumberGenerator", "arc4random", "getrandom(", ".random(", ".randomElement(",
            ".shuffled(", ".shuffle(",
        ],
        "all randomness comes from the seed", because: "is not repeatable: use a SeededGenerator",
        allows: { $0.room == "Loop" })

    static let unsafety = forbidding(
        [
            "@unchecked", "nonisolated(unsafe)", "unsafeBitCast", "UnsafePointer", "UnsafeMutablePointer",
            "UnsafeRawPointer", "UnsafeMutableRawPointer", "UnsafeBufferPointer", "UnsafeMutableBufferPointer",
            "UnsafeRawBufferPointer", "UnsafeMutableRawBufferPointer", "Unmanaged",
        ],
        "unsafe code lives beside the C libraries it serves",
        because: "belongs into Loop, Sockets, Capture, YAML, Digest",
        allows: { ["Loop", "Sockets", "Capture", "YAML", "Digest"].contains($0.room) })

    static let length = Rule(name: "a file has at most 500 lines") { file in
        file.lineCount <= 500 ? [] : ["\(file.path): \(file.lineCount) lines: split it by idea"]
    }
}
