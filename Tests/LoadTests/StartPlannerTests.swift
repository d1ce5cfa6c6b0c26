import Covering
import Testing
import Timing

@testable import Load

/// Starts that are held, and whose pace changes.
@Suite struct StartPlannerTests {
    private func starts(_ planner: inout StartPlanner, until end: Duration = .seconds(100)) -> [Duration] {
        var times: [Duration] = []
        while let next = planner.next, next <= Instant.start.advanced(by: end) {
            times.append(Instant.start.duration(to: next))
            planner.take()
        }
        return times
    }

    private func planner(_ shape: String) throws -> StartPlanner {
        StartPlanner(try LoadShape(shape), at: .start)
    }

    @Test func `a hold moves all later starts by its duration`() throws {
        var planner = try planner("constant(1/s, 4s)")
        #expect(starts(&planner, until: .milliseconds(1500)) == [.zero, .seconds(1)])
        planner.hold(at: .start.advanced(by: .milliseconds(1500)))
        #expect(planner.next == nil && !planner.isOver)
        planner.resume(at: .start.advanced(by: .milliseconds(11_500)))
        #expect(starts(&planner) == [.seconds(12), .seconds(13)])
        #expect(planner.isOver)
    }

    @Test func `a doubled pace keeps the end of the shape, and what had passed of the next start`() throws {
        var planner = try planner("constant(1/s, 4s)")
        #expect(starts(&planner, until: .milliseconds(1500)).count == 2)
        planner.scale(by: 2, at: .start.advanced(by: .milliseconds(1500)))
        #expect(starts(&planner).map { ($0 / .milliseconds(1)).rounded() } == [1750, 2250, 2750, 3250, 3750])
    }

    @Test func `twenty raises and twenty lowerings plan as many starts as none`() throws {
        var planner = try planner("constant(100/s, 10s)")
        var count = 0
        for step in 1...40 {
            let now = Duration.milliseconds(step * 10)
            count += starts(&planner, until: now).count
            planner.scale(by: step.isMultiple(of: 2) ? 1 / 1.1 : 1.1, at: .start.advanced(by: now))
        }
        count += starts(&planner).count
        // Twenty intervals of 10 ms were a tenth faster.
        #expect((1000...1004).contains(count))
    }

    @Test func `a burst that is under way is not lost when the pace changes`() throws {
        var planner = try planner("atOnce(10), pause(5s), atOnce(10)")
        for _ in 0..<4 { planner.take() }
        planner.scale(by: 2, at: .start)
        let rest = starts(&planner)
        #expect(rest.filter { $0 == .zero }.count == 6)
        #expect(rest.filter { $0 == .seconds(5) }.count == 20)
    }
}
