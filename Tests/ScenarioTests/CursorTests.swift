import Testing
import Timing

@testable import ScenarioLanguage
@testable import ScenarioStage

/// The position of a run in its steps.
@Suite struct CursorTests {
    private func steps(_ text: String) throws -> [Step] { try read(scenario(steps: text)).steps }

    @Test func `without steps a run is at its end`() {
        var cursor = Cursor([])
        #expect(cursor.current == nil)
        #expect(cursor.endStep() == [])
        #expect(cursor.current == nil)
    }

    @Test func `steps follow one another, and a step ends with the last one inside it`() throws {
        let steps = try steps(
            "- wait: 1s\n- repeat: 1\n  steps:\n    - repeat: 2\n      steps: [{wait: 2s}]\n- wait: 3s")
        var cursor = Cursor(steps)
        let outer = steps[1]
        let inner = try #require(outer.action.inner.first)
        #expect(cursor.current == steps[0])
        #expect(cursor.endStep() == [])
        #expect(cursor.current == outer)
        cursor.enter(outer.action.inner)
        #expect(cursor.current == inner)
        cursor.enter(inner.action.inner)
        #expect(cursor.current == inner.action.inner[0])
        #expect(cursor.endStep() == [])
        #expect(cursor.current == inner.action.inner[1])
        #expect(cursor.endStep() == [inner, outer])
        #expect(cursor.current == steps[2])
        #expect(cursor.endStep() == [])
        #expect(cursor.current == nil)
    }

    @Test func `the last steps end together`() throws {
        let steps = try steps("- repeat: 1\n  steps: [{wait: 1s}]")
        var cursor = Cursor(steps)
        cursor.enter(steps[0].action.inner)
        #expect(cursor.endStep() == [steps[0]])
        #expect(cursor.current == nil)
    }

    @Test func `a step is reached once, and the next one is new`() throws {
        var cursor = Cursor(try steps("- wait: 1s\n- wait: 2s"))
        let (early, late) = (Instant(nanoseconds: 5), Instant(nanoseconds: 9))
        #expect(cursor.reach(at: early) == early)
        #expect(cursor.reach(at: late) == early && cursor.reached == early)
        #expect(cursor.began == nil)
        cursor.deadline = late
        cursor.begin(at: late)
        #expect(cursor.began == late && cursor.deadline == nil)
        (cursor.deadline, cursor.failure) = (late, ExpectationFailure(reason: "no"))
        _ = cursor.endStep()
        #expect(cursor.reached == nil && cursor.began == nil && cursor.deadline == nil && cursor.failure?.reason == nil)
        #expect(cursor.reach(at: late) == late)
        cursor.begin(at: late)
        cursor.enter([])
        #expect(cursor.began == nil && cursor.reached == nil && cursor.current == nil)
    }
}
