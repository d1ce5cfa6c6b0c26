import Glibc
public import Loop
import Timing

/// One behaviour of what needs the process's executor, shown by what it prints.
///
/// A test process has executors of its own, so behaviours live in probes: executables that the tests run.
public struct Behaviour: Sendable {
    let name: String
    let show: @MainActor @Sendable () -> Void

    /// A behaviour that `show` shows.
    public init(_ name: String, _ show: @escaping @MainActor @Sendable () -> Void) {
        self.name = name
        self.show = show
    }

    /// A behaviour that one run under the virtual clock shows; how the run ends is printed when it is not finished.
    public static func virtual(_ name: String, _ body: @escaping @MainActor () async throws -> Void) -> Behaviour {
        Behaviour(name) {
            let end = loop.run(clock: .virtual) {
                do { try await body() } catch { print(error) }
            }
            if end != .finished { print(end) }
        }
    }
}

/// The whole of a probe: shows the behaviour that the command line names.
@MainActor public func probe(_ behaviours: [Behaviour]) {
    let name = CommandLine.arguments.dropFirst().first
    guard let behaviour = behaviours.first(where: { $0.name == name }) else {
        print("Usage: PROBE BEHAVIOUR\n\n" + behaviours.map(\.name).joined(separator: "\n"))
        exit(64)
    }
    behaviour.show()
}

/// The process's loop.
@MainActor public var loop: EventLoop { .shared }

/// Prints the instant and what happened at it.
@MainActor public func say(_ text: String) {
    print("\(loop.now): \(text)")
}
