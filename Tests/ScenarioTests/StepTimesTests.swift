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
        "- wait: 5s\n- at: 5s\n  \(check)", "- at: 1s\n  \(check)\n- at: 1s\n  \(check)",
        "- within: 5s\n  \(check)\n- at: 2s\n  \(check)",
        "- wait: 1h\n- mark: rung\n- at: rung + 1s\n  \(check)",
    ])
    func `a time that may be reached is valid`(_ steps: String) {
        #expect(complaints(steps: steps).isEmpty)
    }
}
