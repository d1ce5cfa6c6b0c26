import Exploration
import Foundation
import ProgramTesting
import Testing

@testable import Harness

/// Searching, shrinking and measuring, as users see them.
@Suite struct ExploreTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    @Test func `a search writes its corpus, and the next one continues from there`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let first = try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C")
        #expect(first.status <= 1, "\(first.output)\(first.errors)")
        #expect(first.output.contains("16 runs of 1 scenario in ") && first.output.contains("\n  A-1 (16 runs)\n"))
        #expect(folder.has("C/exploration.json"))
        let second = try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C", "--report", "json=r.json")
        #expect(second.output.contains("32 runs of 1 scenario in "))
        #expect(try folder.text(of: "r.json").contains(#""runs":32"#))
    }

    @Test func `a search with a time alone ends when the time is over`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try rollcall.run("explore", "S", "--budget", "5s")
        #expect(outcome.status <= 1 && outcome.output.contains(" of 1 scenario in "), "\(outcome.errors)")
    }

    @Test func `a search whose time ends before its first run says so`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try rollcall.run("explore", "S", "--budget", "1ms")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("the time ended before the first run did"), "\(outcome.errors)")
    }

    @Test func `a search deletes no file of a finding in the folder that the user names`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.write("id: FOUND-3\n", to: "C/FOUND-3.yaml")
        let outcome = try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C")
        #expect(outcome.status <= 1, "\(outcome.errors)")
        #expect(try folder.text(of: "C/FOUND-3.yaml") == "id: FOUND-3\n")
    }

    @Test func `a scenario whose text is longer than a channel takes at once is explored`() throws {
        try folder.write(
            """
            id: A-1
            name: Many steps
            participants: [alice]
            steps:
              - repeat: 4000
                steps:
                  - network: {alice: {latency: 10ms, jitter: 5ms, loss: 0%, duplicate: 0%, corrupt: 0%}}
              - expect: {alice.callingState: idle}
            """, to: "a.yaml")
        let outcome = try rollcall.run("explore", "a.yaml", "--runs", "16", "--report", "json=r.json")
        #expect(outcome.status == 0 && !outcome.output.contains("not explored"), "\(outcome.output)\(outcome.errors)")
        #expect(try folder.text(of: "r.json").contains(#""runs":16"#))
    }

    @Test func `a search starts from nothing, and its page says what was explored`() throws {
        let outcome = try rollcall.run("explore", "--generate", "--runs", "16", "--report", "html=page.html")
        #expect(outcome.status <= 1, "\(outcome.output)\(outcome.errors)")
        let page = try folder.text(of: "page.html")
        for words in ["GENERATED-1", "<h2>Never reached</h2>", "<h2>Strategies</h2>", "16 runs of 1 scenario in "] {
            #expect(page.contains(words))
        }
        let wrong = try rollcall.run("explore", "--runs", "16")
        #expect(wrong.status == 64 && wrong.errors.contains("name at least one file or folder"))
    }

    @Test func `a loss by chance becomes the loss of chosen packets`() throws {
        try folder.write(
            """
            id: A-1
            name: A join is lost
            participants: [bob]
            steps:
              - network: {bob: {loss: 70%}}
              - bob: join
                call: default:standup
              - within: 20s
                expect: {bob.callingState: inCall}
            """, to: "a.yaml")
        var seed = 1
        while try rollcall.run("run", "a.yaml", "--seed", "\(seed)").status == 0 { seed += 1 }
        let outcome = try rollcall.run("shrink", "a.yaml", "--seed", "\(seed)", "--out", "small.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try folder.text(of: "small.yaml")
        #expect(text.contains("drop: {") && !text.contains("loss:"), "\(text)")
        #expect(try rollcall.run("run", "small.yaml").status == 1)
    }

    @Test(arguments: [
        (["--clock", "real"], "there is no option --clock"), (["--driver", "'x"], "a quote in it does not end"),
        (["--budget", "0s"], "--budget is empty"), (["--budget", "721h"], "a time up to 720h with its unit"),
        (["--timers", "--report", "json=r.json"], "so --report has no place beside it"),
        (["--runs", "0"], "--runs needs a whole number"), (["--strategy", "swrm"], "did you mean `swarm`?"),
        (["--corpus", ""], "--corpus needs the name of a folder"),
    ])
    func `an invalid search is refused with the correction`(_ options: [String], _ message: String)
        throws
    {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try rollcall.run(["explore", "S"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a damaged corpus is refused`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.write("{\"corpusVersion\":1,\"see", to: "C/exploration.json")
        let outcome = try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("C/exploration.json: it is damaged"), "\(outcome.errors)")
    }

    @Test func `a scenario that fails by itself is named, and nothing is explored`() throws {
        try folder.writeScenario("A-1", expecting: "lobby", to: "S/a.yaml")
        let outcome = try rollcall.run("explore", "S", "--runs", "16")
        #expect(outcome.status == 64)
        #expect(outcome.output.contains("not explored: A-1: it does not pass as it is"))
    }

    @Test func `a finding that could not be written at first is written at the end of its search`() throws {
        let record = """
            {"corpusVersion":3,"seed":1,"runs":16,"seconds":1,"strategies":[],"findings":[{"id":"FOUND-1",
            "signature":"failed: broken","reason":"broken","base":"A-1","strategy":"random","run":1,"seed":1,"count":1,
            "shrunk":true}],"explored":{},"notExplored":{},"growth":[],"seen":[],"shown":{},"kept":{}}
            """
        let corpus = try Corpus(reading: Array(record.utf8)) { _ in "id: FOUND-1\n" }
        try folder.write("a file in the place of the folder", to: "C")
        var session = ExploreSession(
            CorpusFolder(path: "\(folder.path)/C"), command: RunCommand(program: "rollcall"), [], say: { _ in },
            from: corpus, started: 0)
        session.show(corpus.findings[0])
        try FileManager.default.removeItem(atPath: "\(folder.path)/C")
        try folder.write("", to: "C/note")
        _ = try session.end(corpus)
        #expect(try folder.text(of: "C/FOUND-1.yaml").hasSuffix("id: FOUND-1\n"))
        #expect(folder.has("C/exploration.json"))
    }

    @Test(arguments: ["exploration.json", "FOUND-1.yaml"])
    func `no report takes the place of a file of its search`(_ name: String) throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try rollcall.run(
            "explore", "S", "--runs", "1", "--corpus", "C", "--report", "html=./C/\(name)")
        #expect(outcome.status == 2, "\(outcome.output)")
        #expect(outcome.errors.contains("./C/\(name) cannot be replaced by a report: it is a file of the search"))
        #expect(!folder.has("C/\(name)"))
    }

    @Test func `a search that continues tries a scenario again that has been mended`() throws {
        try folder.writeScenario("A-1", expecting: "lobby", to: "S/a.yaml")
        #expect(try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C").status == 64)
        try folder.writeScenario("A-1", to: "S/a.yaml")
        let outcome = try rollcall.run("explore", "S", "--runs", "16", "--corpus", "C")
        #expect(outcome.status <= 1, "\(outcome.errors)")
        #expect(outcome.output.contains("16 runs of 1 scenario in ") && !outcome.output.contains("not explored"))
    }

    @Test func `a failing scenario becomes a small file that fails by itself`() throws {
        try folder.write(
            """
            id: A-1
            name: The acceptance is lost
            participants: [alice, bob, carol]
            network: {latency: 20ms}
            steps:
              - alice: ring
                call: default:standup
                members: [bob, carol]
              - within: 1s
                expect: {bob.callingState: incoming, carol.callingState: incoming}
              - wait: 700ms
              - carol: reject
              - network: {cut: bob}
              - bob: accept
              - within: 2s
                expect: {bob.callingState: inCall}
            """, to: "a.yaml")
        let outcome = try rollcall.run("shrink", "a.yaml", "--out", "small.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try folder.text(of: "small.yaml")
        #expect(text.hasPrefix("# failed: ") && text.contains("cut: bob") && !text.contains("carol"), "\(text)")
        #expect(try rollcall.run("run", "small.yaml").status == 1)
        #expect(try rollcall.run("format", "--check", "small.yaml").status == 0)
    }

    @Test func `a scenario that passes cannot be shrunk`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try rollcall.run("shrink", "a.yaml")
        #expect(outcome.status == 64 && outcome.errors.contains("only a failure can be shrunk"))
    }

    @Test func `the file of a smaller scenario is not the input`() throws {
        try folder.writeScenario("A-1", expecting: "lobby", to: "a.yaml")
        let outcome = try rollcall.run("shrink", "a.yaml", "--out", "./a.yaml")
        #expect(outcome.status == 64 && outcome.errors.contains("give --out another file"))
    }

    @Test func `the file of a smaller scenario replaces an earlier one, and no other file`() throws {
        try folder.writeScenario("A-1", expecting: "lobby", to: "a.yaml")
        try folder.writeScenario("B-1", to: "b.yaml")
        let other = try folder.text(of: "b.yaml")
        let refused = try rollcall.run("shrink", "a.yaml", "--out", "b.yaml")
        let message = "b.yaml exists already, and `rollcall shrink` did not write it: give --out another file"
        #expect(refused.status == 65 && refused.errors.contains(message), "\(refused.errors)")
        #expect(try folder.text(of: "b.yaml") == other)
        for _ in 1...2 { #expect(try rollcall.run("shrink", "a.yaml", "--out", "small.yaml").status == 0) }
    }

    @Test func `a capsule is shrunk with its seed`() throws {
        try folder.writeScenario("A-1", expecting: "lobby", to: "a.yaml")
        #expect(try rollcall.run("run", "a.yaml", "--seed", "9").status == 1)
        let outcome = try rollcall.run("shrink", ".rollcall/A-1/capsule.rollcall")
        #expect(outcome.status == 0 && outcome.output.contains("lobby"), "\(outcome.errors)")
    }

    @Test func `the limits of a scenario are a table and a JSON object`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let text = try rollcall.run("passability", "a.yaml", "--seeds", "1..1")
        #expect(text.status == 0 && text.output.contains("holds to"), "\(text.errors)")
        let json = try rollcall.run("passability", "a.yaml", "--seeds", "1..1", "--format", "json")
        #expect(json.output.hasPrefix(#"{"scenario":"A-1","#))
        let picture = try rollcall.run("passability", "a.yaml", "--seeds", "1..1", "--svg")
        #expect(picture.output.hasPrefix("<svg ") && picture.output.contains("</svg>"), "\(picture.errors)")
        for measure in ["loss", "latency", "jitter", "cut"] {
            #expect(text.output.contains("\n  \(measure)") && picture.output.contains(">\(measure)</text>"))
        }
    }

    @Test func `the limits of a scenario are those of the seeds with which it has to hold`() throws {
        let seeds = "seeds: {except: [2, 3], because: the answer is lost twice}"
        try folder.write("id: A-1\nname: n\nparticipants: [alice]\n\(seeds)\nsteps: [{wait: 1s}]\n", to: "a.yaml")
        let all = try rollcall.run("passability", "a.yaml", "--seeds", "1..3")
        let held = try rollcall.run("passability", "a.yaml", "--seeds", "1..1")
        #expect(all.status == 0 && all.output.dropFirst(24) == held.output.dropFirst(24), "\(all.output)")
        let none = try rollcall.run("passability", "a.yaml", "--seeds", "2..3")
        #expect(none.status == 64 && none.errors.contains("A-1 need not hold with any of the seeds 2..3"))
    }

    @Test func `the timers of a scenario are a table`() throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try rollcall.run("explore", "--timers", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("bob    ring timer") && outcome.output.contains("1 ms after"))
    }
}
