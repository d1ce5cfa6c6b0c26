import Testing

@testable import ScenarioLanguage

/// Times of steps, beside the waits before them.
@Suite struct StepTimesTests {
    private static let check = "expect: {alice.callingState: idle}"

    @Test(arguments: [
        (
            "- wait: 5s\n- at: 2s\n  \(check)",
            "2:7: `at: 2s` has passed when this step is reached, 5s after the first step; write `at: 5s` or later, or "
                + "move the step up"
        ),
        ("- at: 10s\n  \(check)\n- wait: 1ms\n- at: 10s\n  \(check)", "4:7: `at: 10s` has passed"),
        ("- repeat: 3\n  steps: [{wait: 2s}]\n- at: 5s\n  \(check)", "3:7: `at: 5s` has passed"),
        ("- always: {alice.callingState: idle}\n  for: 3s\n- at: 2s\n  \(check)", "3:7: `at: 2s` has passed"),
        (
            "- wait: 1h\n- mark: rung\n- wait: 2s\n- at: rung + 1s\n  \(check)",
            "4:7: `at: rung + 1s` has passed when this step is reached, 2s after the mark `rung`; write "
                + "`at: rung + 2s` or later"
        ),
    ])
    func `a time that has passed is reported`(_ steps: String, _ message: String) {
        let found = complaints(steps: steps)
        #expect(found.count == 1 && found.first?.hasPrefix(message) == true, "\(found)")
    }

    @Test(arguments: [
        (
            "- repeat: 9999\n  steps: [{wait: 24h}]",
            "2:12: the steps take at least 239976h, and a run can take at most 72h; wait or repeat less"
        ),
        (
            "- wait: 24h\n- at: 24h\n  \(check)\n- wait: 24h\n- always: {alice.callingState: idle}\n  for: 24h\n"
                + "- wait: 1ms\n- wait: 1ms",
            "7:3: the steps take at least 259200002ms, and a run can take at most 72h"
        ),
    ])
    func `steps that take longer than a run can are reported once`(_ steps: String, _ message: String) {
        let found = complaints(steps: steps)
        #expect(found.count == 1 && found.first?.hasPrefix(message) == true, "\(found)")
    }

    @Test func `steps may take as long as a run can`() {
        #expect(complaints(steps: "- repeat: 3\n  steps: [{wait: 24h}]\n- \(Self.check)").isEmpty)
    }

    @Test(arguments: [
        "- wait: 5s\n- at: 5s\n  \(check)", "- at: 1s\n  \(check)\n- at: 1s\n  \(check)",
        "- within: 5s\n  \(check)\n- at: 2s\n  \(check)",
        "- wait: 1h\n- mark: rung\n- at: rung + 1s\n  \(check)",
    ])
    func `a time that may be reached is valid`(_ steps: String) {
        #expect(complaints(steps: steps).isEmpty)
    }
}
