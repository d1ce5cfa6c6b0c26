import ScenarioLanguage

/// The processes of reusable drivers between two runs.
///
/// Starting an interpreter takes longer than a scenario. A driver with `reusable` serves several participants in
/// sequence, each from `hello` to `bye`.
@MainActor
package final class DriverPool {
    private var idle: [DriverSpec: [DriverProcess]] = [:]
    /// The maximum number of idle processes; others end after their run.
    private static let maxIdle = 64
    /// The descriptors of a process: its standard input and output.
    private static let descriptorsOfEach = 2

    package init() {}

    /// The number of descriptors in the pool.
    package var descriptors: Int { count * Self.descriptorsOfEach }

    private var count: Int { idle.values.reduce(0) { $0 + $1.count } }

    /// Returns an idle process, or starts one. A process in another network namespace is never idle.
    func take(_ spec: DriverSpec, in network: Int32 = -1) throws(DriverFault) -> DriverProcess {
        while network < 0, let process = idle[spec]?.popLast() {
            if !process.hasOutput { return process }
            process.kill()
        }
        return try DriverProcess(spec, in: network)
    }

    /// Keeps a process after its `bye`.
    func put(_ process: DriverProcess, _ spec: DriverSpec) {
        guard count < Self.maxIdle else { return process.kill(after: DriverLimits.leaving) }
        idle[spec, default: []].append(process)
    }

    /// Ends all processes.
    package func close() {
        for process in idle.values.joined() { process.kill() }
        idle = [:]
    }
}
