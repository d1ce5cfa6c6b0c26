import Foundation
import ProgramTesting
import ScenarioDrivers
import Testing

/// `rollcall driver check`, tried with drivers that break one rule each (`Tests/Drivers/rule_breaker.py`).
@Suite struct DriverCheckTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let breaker = "python3 '\(root.appendingPathComponent("Tests/Drivers/rule_breaker.py").path)'"

    private let rollcall: Program

    init() throws {
        rollcall = try Program("rollcall", in: Folder())
    }

    /// A driver that breaks one rule.
    struct Misdeed: CustomTestStringConvertible {
        let clock: String
        let name: String
        let rule: DriverRule
        /// A part of the line that shows the rule as broken.
        let message: String

        var testDescription: String { "\(clock): \(name)" }
    }

    private static func misdeeds(
        _ clock: String, _ list: [(String, DriverRule, String)]
    ) -> [Misdeed] {
        list.map { Misdeed(clock: clock, name: $0.0, rule: $0.1, message: $0.2) }
    }

    private static let inVirtualTime = misdeeds(
        "virtual",
        [
            ("state first", .hello, "the first line, which was {\"type\": \"state\""),
            ("unknown property", .names, "`callingSate` is not a property of scenarios; did you mean"),
            ("garbage", .answers, "`connecting`, which is not JSON"),
            ("silent", .answers, "did not answer with `idle` within 10s"),
            ("dies", .answers, "ended with status 3; the last line to it was {\"type\":\"command\""),
            ("unflushed", .flushes, "when its input was closed: it must flush its output"),
            ("idles first", .order, "wrote `{\"type\": \"log\", \"text\": \"one more thing\"}` without a line"),
            ("answers twice", .once, "{\"type\": \"done\", \"id\": 2} responds to command 2 a second time"),
            ("another id", .once, "{\"type\": \"done\", \"id\": 9} responds to command 9, which was not sent"),
            ("refuses twice", .once, "responds to command 1 a second time"),
            ("unknown state", .states, "reports `callingState` as `flying`"),
            ("does everything", .invented, "`juggle` was answered with {\"type\": \"done\", \"id\": 1}"),
            ("trips over commands", .invented, "ended with status 1"),
            ("says nothing", .invented, "`juggle` was not answered; `unsupported` with \"id\":1 was expected"),
            ("trips over members", .members, "ended with status 1"),
            ("tells of members", .members, "{\"type\": \"log\", \"text\": \"what is that?\"}"),
            ("trips over types", .types, "ended with status 1"),
            ("stays", .ends, "it still ran a second after"),
            ("sends nothing", .sends, "without a `send`"),
            ("sends elsewhere", .sends, "to 127.0.0.1:5684"),
            ("proves nothing", .connects, "answered with 4.01 and Echo, and not repeated"),
            ("acknowledges nothing", .acknowledges, "no acknowledgement answered CON [0x0001] 2.05 Content"),
            ("acknowledges once", .acknowledgesAgain, "no acknowledgement answered CON [0x0001] 2.05 Content"),
            ("one message id", .messageIDs, "has the message id of CON [0x0001] FETCH"),
            ("no format", .format, "has no Content-Format, and not 60"),
            ("leaves silently", .disconnects, "it sent no DELETE /video/connect after `leave`"),
            ("wakes in the past", .timers, "{\"type\": \"wake\", \"at\": 0} is not later than now, which was 0"),
            ("wakes for ever", .leaves, "it set another one 64 times"),
            ("trips over bytes", .datagrams, "ended with status 1"),
            ("short lines", .longLine, "ended with status 1"),
            ("trips over unsendable", .unsendable, "ended with status 1"),
            ("random", .repeats, ", and then {\"type\": \"log\""),
            ("remembers", .repeatsAfterBye, "greeting 2"),
            ("greets once", .repeatsAfterBye, "ended with status 4"),
            ("measures", .clock, "that took long"),
            ("ticks", .clock, "wrote `{\"type\": \"log\", \"text\": \"tick\"}` without a line of the harness"),
        ])

    private static let inRealTime = misdeeds(
        "real",
        [
            ("state first", .hello, "the first line, which was"),
            ("unknown property", .names, "`callingSate`"),
            ("unflushed", .flushes, "it must flush its output"),
            ("answers late", .order, "`synced` came before the response to the earlier command"),
            ("refuses twice", .once, "responds to command 1 a second time"),
            ("unknown state", .states, "`flying`"),
            ("does everything", .invented, "`juggle` was answered with"),
            ("says nothing", .invented, "`juggle` was not answered"),
            ("trips over members", .members, "ended with status 1"),
            ("trips over types", .types, "ended with status 1"),
            ("stays", .ends, "it still ran a second after"),
        ])

    @Test(arguments: inVirtualTime + inRealTime)
    func `a driver that breaks one rule is blamed for that rule alone`(_ misdeed: Misdeed) throws {
        let outcome = try rollcall.run("driver", "check", "\(Self.breaker) \(misdeed.clock) '\(misdeed.name)'")
        let broken = outcome.output.split(separator: "\n").filter { $0.hasPrefix("broken ") }
        #expect(outcome.status == 1 && broken.count == 1, "\(outcome.output)")
        #expect(broken.first?.contains(misdeed.rule.rawValue + " ") == true, "\(outcome.output)")
        #expect(broken.first?.contains(misdeed.message) == true, "\(outcome.output)")
    }

    @Test(arguments: [("virtual", 26), ("real", 11)])
    func `a driver that breaks no rule keeps all`(_ clock: String, _ count: Int) throws {
        let outcome = try rollcall.run("driver", "check", "\(Self.breaker) \(clock) nothing")
        #expect(outcome.status == 0 && outcome.output.contains("\n0 of \(count) rules broken"), "\(outcome.output)")
        #expect(!outcome.output.contains("skipped"), "\(outcome.output)")
    }

    @Test func `every rule has a driver that breaks it`() {
        let tried = Set((Self.inVirtualTime + Self.inRealTime).map(\.rule))
        #expect(DriverRule.allCases.filter { $0 != .starts && !tried.contains($0) } == [])
    }

    @Test func `a driver that cannot be started breaks only that`() throws {
        let outcome = try rollcall.run("driver", "check", "./no-such-driver")
        #expect(outcome.status == 1 && outcome.output.contains("1 of 1 rule broken"), "\(outcome.output)")
        #expect(outcome.output.contains("broken   starts  the driver could not be started"), "\(outcome.output)")
    }

    @Test func `the page about drivers has every rule`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/driver.md"), encoding: .utf8)
        for rule in DriverRule.allCases where rule != .starts {
            #expect(page.contains("| \(rule.rawValue)"), "\(rule)")
        }
    }
}
