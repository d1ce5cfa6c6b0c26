internal import Exploration
internal import Journal

/// A runner of probes in which a run fails only where Rollcall's own call library passes.
///
/// A smaller scenario that no library can pass shows nothing about one of them.
struct ReferenceProbeRunner: ProbeRunner {
    var subject: WorkerProbeRunner
    /// Runs with Rollcall's own call library.
    var reference: WorkerProbeRunner

    mutating func run(_ probes: [Probe], each: (Int, ProbeResult) -> Void) throws(Interruption) {
        var results: [(number: Int, result: ProbeResult)] = []
        try subject.run(probes) { results.append(($0, $1)) }
        let bad = results.filter { $0.result.verdict.kind.isBad }.map(\.number)
        var shared: Set<Int> = []
        try reference.run(bad.map { probes[$0] }) { index, result in
            if result.verdict.kind.isBad { shared.insert(bad[index]) }
        }
        for (number, result) in results {
            var result = result
            if shared.contains(number) {
                result.verdict.kind = .passed
                result.verdict.failure = nil
            }
            each(number, result)
        }
    }

    /// Ends the workers of both.
    mutating func close() {
        subject.close()
        reference.close()
    }
}
