import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Variables, rows, and the numbers of repetitions.
@Suite struct RowsTests {
    private func file(_ more: String, steps: String) -> String { scenario(steps: steps, more: more) }

    private func scenarios(_ text: String) -> [Scenario] {
        let library = ScenarioLibrary.load(text: text, file: "x.yaml")
        #expect(library.rendered() == "")
        return library.scenarios
    }

    @Test func `a variable stands for its value, whole or as a part, in keys too`() throws {
        let more = "variables: {who: alice, limit: 30s, number: 7, flag: true, list: [alice, bob], text: \"true\"}"
        let steps = """
            - ${who}: call.sendCustomEvent
              custom: {n: "${number}", f: "${flag}", t: "${text}", part: "for ${limit}", l: "${list}", "${who}": "$${x}"}
            - wait: ${limit}
            - expect: {"${who}.roster": "${list}"}
            """
        let read = try #require(scenarios(file(more, steps: steps)).first)
        #expect(
            read.steps.first?.action.call?.command.arguments.entries(.custom).map { "\($0.key)=\($0.value)" } == [
                "n=7", "f=true", "t=\"true\"", "part=\"for 30s\"", "l=[alice, bob]", "alice=\"${x}\"",
            ])
        #expect(read.steps.map(\.text).first == "alice: call.sendCustomEvent")
        #expect(read.steps.dropFirst().first?.action == .wait(.seconds(30)))
        guard case .expect(let expectations, _)? = read.steps.last?.action else { return unexpected() }
        #expect(expectations.map(\.description) == ["alice.roster: [alice, bob]"])
    }

    @Test func `each row is a scenario of its own, with its values in place of the file's`() {
        let more = "variables: {limit: 30s}\nrows:\n  short: {limit: 5s}\n  usual:\n  long: {limit: 60s, more: x}"
        let all = scenarios(file(more, steps: "- wait: ${limit}"))
        #expect(all.map(\.id) == ["TEST-01.short", "TEST-01.usual", "TEST-01.long"])
        #expect(all.map(\.steps.first?.action) == [5, 30, 60].map { .wait(.seconds($0)) })
        #expect(all.map(\.row?.line) == [6, 7, 8])
    }

    @Test func `the number of a repetition has a name`() throws {
        let steps = "- repeat: 3\n  as: n\n  steps:\n    - wait: ${n}s\n    - mark: m${n}"
        guard case .group(let inner)? = try actions(steps).first else { return unexpected() }
        #expect(inner.map(\.action).prefix(2) == [.wait(.seconds(1)), .mark("m1")])
        #expect(inner.map(\.text).suffix(2) == ["wait: 3s", "mark: m3"])
    }

    @Test(arguments: [
        (
            "", "- wait: ${lim}",
            "6:11: error: there is no variable or parameter `lim` here; give it a value, such as "
                + "`variables: {lim: …}`; `$${` stands for `${` itself"
        ),
        (
            "variables: {limit: 5s}", "- wait: ${limt}",
            "6:11: error: there is no variable or parameter `limt` here; did you mean `limit`?"
        ),
        (
            "variables: {limit: 5}", "- wait: ${limit}",
            "6:11: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        (
            "variables: 5", "- wait: 5s",
            "4:12: error: `variables` is a mapping, not a number; write it like `{limit: 30s}`"
        ),
        (
            "variables: {a: 1, b: \"x${a}\"}", "- wait: 5s",
            "4:22: error: the value of a variable cannot use another one; write the value out"
        ),
        (
            "variables: {a b: 1}", "- wait: 5s",
            "4:13: error: `a b` cannot be the name of a variable; use at most 64 letters, digits, `-` and `_`, and start "
                + "with a letter"
        ),
        (
            "variables: {l: [1]}", "- alice: call.get\n  call: default:x${l}",
            "7:11: error: `${l}` is a list, which cannot be a part of a text; write it alone, without other text"
        ),
        ("rows: {}", "- wait: 5s", "4:7: error: `rows` has no row"),
        ("rows: {a: 5}", "- wait: 5s", "4:11: error: a row is a mapping, not a number; write it like `{limit: 30s}`"),
        (
            "variables: {a: x}", "- alice: call.sendCustomEvent\n  custom: {\"${a}\": 1, x: 2}",
            "7:25: error: the key `x` appears twice in one mapping"
        ),
        (
            "", "- wait: ${limit",
            "6:11: error: `${` without its `}`; write it like `${limit}`; `$${` stands for `${` itself"
        ),
        (
            "", "- wait: ${a b}",
            "6:11: error: `a b` between braces is not a name; write it like `${limit}`; `$${` stands for `${` itself"
        ),
        (
            "variables: {n: 1}", "- repeat: 2\n  as: n\n  steps: [{wait: 1s}]",
            "7:9: error: `n` is already in use; choose another name"
        ),
        (
            "", "- expect: {alice.roster: ${x}}",
            "6:29: error: not YAML: did not find expected ',' or '}'; inside braces and brackets, put `\"${…}\"` in quotes"
        ),
    ])
    func `a mistake is reported with the correction`(_ more: String, _ steps: String, _ expected: String) {
        #expect(complaints(file(more, steps: steps)) == [expected])
    }

    @Test func `a wrong value is reported at its use and at its origin`() {
        let text = file("rows: {short: {who: bop}, long: {who: bob}}", steps: "- ${who}: accept")
        let library = ScenarioLibrary.load(text: text, file: "x.yaml")
        #expect(
            library.rendered() == """
                x.yaml:6:5: error: there is no participant `bop`
                  |
                6 |   - ${who}: accept
                  |     ^^^^^^ did you mean `bob`?
                x.yaml:4:21: note: `${who}` is `bop` here
                  |
                4 | rows: {short: {who: bop}, long: {who: bob}}
                  |                     ^^^

                """)
    }

    @Test func `a mistake in every row is reported once`() {
        let rows = "rows: {a: {}, b: {}, c: {}}"
        #expect(complaints(file(rows, steps: "- alice: acept")).count == 1)
        let members = "- alice: ring\n  call: default:x\n  members: [bop]"
        #expect(complaints(file(rows, steps: members)).count == 1)
    }

    @Test func `rows and aliases have limits`() {
        var limits = ScenarioLimits.default
        (limits.rows, limits.stepsOfRows, limits.text, limits.values) = (2, 3, 20, 9)
        func found(_ more: String, _ steps: String) -> [String] {
            complaints(file(more, steps: steps), limits: limits)
        }
        #expect(found("rows: {a: , b: , c: }", "- wait: 1s") == ["4:7: error: a scenario can have at most 2 rows"])
        #expect(
            found("rows: {a: , b: }", "- wait: 1s\n- wait: 1s") == [
                "7:5: error: the rows of a scenario can have at most 3 steps together"
            ])
        #expect(
            found("variables: {x: \"123456789012\"}", "- wait: ${x}${x}") == [
                "6:11: error: a text can have at most 20 bytes when its names are put in"
            ])
        let custom = "- alice: call.sendCustomEvent\n  custom: {a: \"${x}\", b: \"${x}\"}"
        #expect(
            found("variables: {x: [1, 2, 3, 4]}", custom) == [
                "7:28: error: names can be replaced by at most 9 values in one scenario"
            ])
    }

    @Test func `two scenarios may not have one id, whatever their rows are called`() throws {
        let text = file("rows: {a: , b: }", steps: "- wait: 1s").replacing("TEST-01", with: "A")
        #expect(scenarios(text).map(\.id) == ["A.a", "A.b"])
    }
}
