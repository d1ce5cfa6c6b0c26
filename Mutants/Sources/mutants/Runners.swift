import Foundation

/// The processes that run mutants: for each core one that is warm, and one in which nothing was computed before.
final class Runners: Sendable {
    static let count = ProcessInfo.processInfo.activeProcessorCount
    private let warm: Shared<[RunnerProcess]>
    private let cold: Shared<[RunnerProcess]>

    /// - Parameter scenarios: The numbers of scenarios that warm a process.
    init(_ place: Workplace, warmedWith scenarios: [Int]) throws {
        cold = Shared(try (0..<Self.count).map { _ in try RunnerProcess(place) })
        warm = Shared(try (0..<Self.count).map { _ in try RunnerProcess(place) })
        for runner in warm.value {
            let verdicts = try runner.perform("warm \(scenarios.map(String.init).joined(separator: " "))")
            guard verdicts.allSatisfy({ $0 == "passed" }) else { throw Failure("not warmed: \(verdicts)") }
        }
    }

    /// Calls `body` with a process that nothing else uses. There are as many as there are threads.
    func with<Result>(isWarm: Bool, _ body: (RunnerProcess) throws -> Result) throws -> Result {
        let runners = isWarm ? warm : cold
        guard let runner = runners.change({ $0.popLast() }) else { throw Failure("all processes are busy") }
        defer { runners.change { $0.append(runner) } }
        return try body(runner)
    }
}
