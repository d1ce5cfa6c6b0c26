internal import Journal
internal import Loop

/// A comparison of a repeated run with the run of its capsule.
struct ReplayComparison {
    let now: Verdict
    private let capsule: Capsule
    private let then: Verdict
    private let journal: [UInt8]

    init(_ capsule: Capsule, then: Verdict, now: Verdict, journal: [UInt8]) {
        self.capsule = capsule
        self.then = then
        self.now = now
        self.journal = journal
    }

    /// True when both runs are equal.
    var isSame: Bool { differences.isEmpty }

    /// The result, with possible causes of each difference.
    var text: String {
        guard !isSame else {
            let count = journal.count { $0 == UInt8(ascii: "\n") }
            return "the same journal: all \(count) entries are those of the capsule, judged \(now.kind.rawValue)\n"
        }
        let lines = differences.map { "different: \($0)\n" } + reasons.map { "because, perhaps: \($0)\n" }
        return lines.joined()
    }

    private var differences: [String] {
        var found: [String] = []
        if let divergence { found.append(divergence) }
        if now.kind != then.kind {
            found.append("it was judged \(then.kind.rawValue), and is now \(now.kind.rawValue)")
        }
        let isComparable = found.isEmpty && then.capture == now.capture
        if isComparable, then.kind != .hung, then.payloadDigest != now.payloadDigest {
            found.append("the captured payloads, though the journals are equal")
        }
        return found
    }

    private var divergence: String? {
        // A process that is killed from outside ends at an arbitrary entry.
        let isCut = then.kind == .hung && now.kind == .hung
        let shorter = isCut ? min(capsule.journal.count, journal.count) : .max
        guard
            let place = Divergence(between: Array(capsule.journal.prefix(shorter)), and: Array(journal.prefix(shorter)))
        else { return nil }
        let ended = "(the run had ended)"
        return """
            the journals, from entry \(place.number) on
              then  \((place.first ?? ended).withoutCommands())
              now   \((place.second ?? ended).withoutCommands())
            """
    }

    private var reasons: [String] {
        var found: [String] = []
        if capsule.rollcall != RollcallMain.version {
            found.append(
                "the capsule is of rollcall \(capsule.rollcall.withoutCommands()), and this is \(RollcallMain.version)")
        } else if capsule.build != ProgramBuild.name {
            found.append("the capsule is of another build of the program, so code may have changed since")
        }
        if capsule.options.clock == .real { found.append("under the real clock no two runs are equal") }
        if then.capture != now.capture {
            found.append("the capture was made by \(then.capture.withoutCommands()), and now by \(now.capture)")
        }
        if then.failure?.reason.hasPrefix("two runs with the seed") == true {
            found.append("the capsule's own scenario gave two results for one seed")
        }
        return found.isEmpty
            ? ["version, build, seed and scenario are the same, so the scenario is not deterministic"] : found
    }
}
