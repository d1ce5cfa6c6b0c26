import Covering
import Load
import Testing

/// How planned starts follow from a shape.
@Suite struct ShapeTests {
    private func times(_ text: String) throws -> [Double] {
        try LoadShape(text).starts.map { $0 / .seconds(1) }
    }

    @Test func `a constant rate plans starts at equal distances`() throws {
        #expect(try times("constant(4/s, 1s)") == [0, 0.25, 0.5, 0.75])
        #expect(try times("constant(30/min, 4s)") == [0, 2])
    }

    @Test func `the number of starts of a ramp is the area below it`() throws {
        let starts = try times("ramp(0→10/s, 2s)")
        #expect(starts.count == 10)
        #expect(starts == starts.sorted())
        #expect(try times("ramp(10->0/s, 2s)").count == 10)
    }

    @Test func `a hold continues at the rate before it, and no start is lost between sections`() throws {
        let starts = try times("ramp(0→2000/s, 60s), hold(10s)")
        #expect(starts.count == 80_000)
        #expect(starts.count { $0 >= 60 } == 20_000)
    }

    @Test func `a burst starts all at once, and a pause starts none`() throws {
        #expect(try times("atOnce(3), pause(5s), atOnce(2)") == [0, 0, 0, 5, 5])
    }

    @Test func `the rate at a time is that of the section`() throws {
        let shape = try LoadShape("ramp(0→10/s, 10s), hold(5s)")
        #expect(shape.rate(at: .seconds(5)) == 5)
        #expect(shape.rate(at: .seconds(12)) == 10)
        #expect(shape.rate(at: .seconds(15)) == 0)
        #expect(shape.duration == .seconds(15))
    }

    @Test(arguments: [
        ("", 1, "a section is missing"), ("rump(0→1/s, 1s)", 1, "no section `rump`"),
        ("ramp(0→1/s 1s)", 12, "`,` is missing"), ("ramp(0→1, 1s)", 9, "a rate has a unit"),
        ("ramp(0 1/s, 1s)", 8, "an arrow belongs"), ("hold(5s)", 1, "no rate before it"),
        ("constant(1/s, 5)", 15, "`5` is not a duration"), ("constant(x/s, 5s)", 10, "a number is missing"),
        ("constant(1/s, 5s) hold(5s)", 19, "a comma belongs"), ("atOnce(0)", 8, "a number of starts"),
        ("constant(9999999/s, 5s)", 10, "the highest rate"), ("constant(1/s, 9000h)", 15, "not a duration"),
        ("ramp(0→1/s, 1s),", 17, "a section is missing"), ("atOnce(5", 9, "`)` is missing"),
    ])
    func `a mistake has its place and the correction`(_ text: String, _ column: Int, _ message: String) {
        do {
            _ = try LoadShape(text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.column == column)
            #expect(error.message.contains(message), "\(error)")
            #expect(error.suggestion != nil || text.contains("9999999") || text.contains(" hold"), "\(error)")
        }
    }
}
