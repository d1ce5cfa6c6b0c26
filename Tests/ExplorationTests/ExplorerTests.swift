import CallLibraryGuest
import Covering
import Exploration
import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Testing

/// Which runs a search performs, and what it keeps of them.
@Suite struct ExplorerTests {
    private static let text = """
        id: A-1
        name: A ring is accepted
        participants: [alice, bob]
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - within: 2s
            expect: {bob.callingState: incoming}
          - bob: accept
          - within: 2s
            expect: {everyone.callingState: inCall}
        """

    private func explorer(
        seed: UInt64 = 1, _ strategies: [Strategy] = Strategy.allCases, in runner: FakeProbeRunner
    ) throws -> Explorer<FakeProbeRunner> {
        Explorer(
            [try #require(read(Self.text))], .standard, strategies: strategies, isBare: false,
            corpus: Corpus(seed: seed), in: runner)
    }

    private func probes(seed: UInt64, runs: Int) throws -> [Probe] {
        var explorer = try explorer(seed: seed, in: FakeProbeRunner { _ in nil })
        try explorer.run(until: runs, onFinding: { _ in }, onGroup: { _ in })
        return explorer.runner.probes
    }

    @Test func `the same seed performs the same runs in the same order, and another seed others`() throws {
        let first = try probes(seed: 3, runs: 80)
        #expect(try probes(seed: 3, runs: 80) == first)
        #expect(try probes(seed: 4, runs: 80) != first)
    }

    @Test func `a scenario more takes some runs, and leaves the others as they were`() throws {
        let strategies = Strategy.allCases.filter { $0 != .novelty }
        let texts = ["A-1", "B-2", "C-3"].map { Self.text.replacing("A-1", with: $0) }
        func probes(_ texts: [String]) throws -> [Probe] {
            var explorer = Explorer(
                try texts.map { try #require(read($0)) }, .standard, strategies: strategies, isBare: false,
                corpus: Corpus(seed: 1), in: FakeProbeRunner { _ in nil })
            try explorer.run(until: 320, onFinding: { _ in }, onGroup: { _ in })
            return explorer.runner.probes
        }
        let (two, three) = (try probes([texts[0], texts[1]]), try probes(texts))
        let rest = three.filter { $0.id != "C-3" }
        #expect(rest.count > 100 && rest.count < three.count)
        #expect(Set(rest).isSubset(of: Set(two)))
    }

    @Test func `groups of different scenarios run together, as they would one after the other`() throws {
        let texts = ["A-1", "B-2", "C-3"].map { Self.text.replacing("A-1", with: $0) }
        func search(stopsAtFinding: Bool) throws -> Explorer<FakeProbeRunner> {
            var explorer = Explorer(
                try texts.map { try #require(read($0)) }, .standard, strategies: Strategy.allCases, isBare: false,
                stopsAtFinding: stopsAtFinding, corpus: Corpus(seed: 1), in: FakeProbeRunner { _ in nil })
            try explorer.run(until: 330, onFinding: { _ in }, onGroup: { _ in })
            return explorer
        }
        // A search that ends at its first finding performs one group at a time.
        let (apart, together) = (try search(stopsAtFinding: true), try search(stopsAtFinding: false))
        func counts(_ probes: [Probe]) -> [Probe: Int] { probes.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        #expect(counts(together.runner.probes) == counts(apart.runner.probes))
        #expect(together.runner.calls < apart.runner.calls)
        let command = RunCommand(program: "rollcall")
        #expect(
            together.corpus.json(folder: "f", command: command, unreached: [])
                == apart.corpus.json(folder: "f", command: command, unreached: []))
    }

    @Test func `every changed run is a valid scenario without expectations`() throws {
        var explorer = try explorer([.random, .swarm, .timers, .novelty], in: FakeProbeRunner { _ in nil })
        try explorer.run(until: 200, onFinding: { _ in }, onGroup: { _ in })
        for probe in explorer.runner.probes.dropFirst() {
            let library = ScenarioLibrary.load(text: probe.text, file: "a.yaml")
            #expect(library.scenarios.count == 1, "\(probe.text)\n\(library.rendered())")
            #expect(!probe.text.contains("expect"))
        }
    }

    @Test func `two runs of one seed that differ are a finding`() throws {
        var runner = FakeProbeRunner { _ in nil }
        runner.digests = [1, 2]
        var explorer = try explorer([.random], in: runner)
        try explorer.run(until: 32, onFinding: { _ in }, onGroup: { _ in })
        let finding = try #require(explorer.corpus.findings.first)
        #expect(finding.reason.contains("two runs with one seed differ") && finding.options == ["--twice"])
        #expect(finding.explanation.last == "It passed when it was performed again by itself.")
    }

    @Test func `equal failures are one finding, which is counted and made small`() throws {
        var explorer = try explorer(
            [.random], in: FakeProbeRunner { $0.text.contains("cut") ? "0x7f3a broke at \($0.text.count) s" : nil })
        var written: [Finding] = []
        try explorer.run(until: 160, onFinding: { written.append($0) }, onGroup: { _ in })
        let finding = try #require(explorer.corpus.findings.first)
        #expect(explorer.corpus.findings.count == 1 && finding.count > 1)
        #expect(written.map(\.id) == ["FOUND-1", "FOUND-1"] && finding.isShrunk)
        #expect(finding.text.hasPrefix("# Found from A-1, strategy random, run "))
        #expect(finding.scenario.contains("cut"))
    }

    @Test func `an interrupted search keeps its findings`() throws {
        var runner = FakeProbeRunner { $0.text.contains("network") ? "broken" : nil }
        runner.patience = 20
        var explorer = try explorer([.random], in: runner)
        var written = 0
        #expect(throws: Interruption.interrupted) {
            try explorer.run(until: 1000, onFinding: { _ in written += 1 }, onGroup: { _ in })
        }
        #expect(written > 0 && explorer.corpus.findings.count == 1)
    }

    @Test func `a corpus is read back as it was written`() throws {
        var explorer = try explorer(in: FakeProbeRunner { $0.text.contains("offline") ? "broken" : nil })
        try explorer.run(until: 96, onFinding: { _ in }, onGroup: { _ in })
        let json = explorer.corpus.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: [])
        let files = Dictionary(uniqueKeysWithValues: explorer.corpus.findings.map { ($0.file, $0.text) })
        let copy = try Corpus(reading: json) { files[$0] }
        #expect(copy.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: []) == json)
        #expect(!files.isEmpty && copy.findings.map(\.text) == explorer.corpus.findings.map(\.text))
    }

    @Test func `a search without a number of runs goes on until it is interrupted`() throws {
        var runner = FakeProbeRunner { _ in nil }
        runner.patience = 100
        var explorer = try explorer(in: runner)
        #expect(throws: Interruption.interrupted) {
            try explorer.run(until: .max, onFinding: { _ in }, onGroup: { _ in })
        }
        #expect(explorer.corpus.runs > 80)
    }

    @Test func `a finding whose file is gone is forgotten, and found again under a number that no file has`() throws {
        func search(_ corpus: Corpus, until runs: Int) throws -> Corpus {
            var explorer = Explorer(
                [try #require(read(Self.text))], .standard, strategies: [.random], isBare: false, options: ["--memory"],
                corpus: corpus, in: FakeProbeRunner { $0.text.contains("cut") ? "broken" : nil })
            try explorer.run(until: runs, onFinding: { _ in }, onGroup: { _ in })
            return explorer.corpus
        }
        let json = try search(Corpus(seed: 1), until: 96)
            .json(folder: "f", command: RunCommand(program: "rollcall"), unreached: [])
        var copy = try Corpus(reading: json) { _ in nil }
        #expect(copy.runs == 96 && copy.findings.isEmpty)
        copy.lastNumber = 4
        let findings = try search(copy, until: 192).findings
        #expect(findings.map(\.id) == ["FOUND-5"] && findings.map(\.options) == [["--memory"]])
    }

    @Test(arguments: [
        ("\"runs\":16", "\"runs\":-16"), ("\"runs\":16", "\"runs\":9223372036854775807"),
        ("\"count\":", "\"count\":922337203685477580"),
        ("\"id\":\"FOUND-1\"", "\"id\":\"../1\""),
    ])
    func `a corpus with a number that none can have is refused`(_ right: String, _ wrong: String) throws {
        var explorer = try explorer([.random], in: FakeProbeRunner { $0.text.contains("network") ? "broken" : nil })
        try explorer.run(until: 16, onFinding: { _ in }, onGroup: { _ in })
        let json = explorer.corpus.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: [])
        let text = String(decoding: json, as: UTF8.self)
        try #require(text.contains(right))
        #expect(throws: CorpusError.self) {
            try Corpus(reading: Array(text.replacing(right, with: wrong).utf8)) { _ in "" }
        }
    }

    @Test func `a kept run that does not fit to its changed scenario is forgotten`() throws {
        func offline(_ name: String) -> [Change] {
            [Change(.offline, at: 1_000_000_000, [.init("{network: {offline: \(name)}}")])]
        }
        var corpus = Corpus(seed: 1)
        corpus.kept = ["A-1": [offline("zoe"), offline("bob")]]
        var explorer = Explorer(
            [try #require(read(Self.text))], .standard, strategies: [.novelty], isBare: false, corpus: corpus,
            in: FakeProbeRunner { _ in nil })
        try explorer.run(until: 48, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.kept["A-1"] == [offline("bob")])
        #expect(explorer.runner.probes.count > 48 && explorer.runner.probes.allSatisfy { read($0.text) != nil })
    }

    @Test(arguments: ["time", "after"])
    func `a kept run at an instant that no sum reaches is refused`(_ key: String) throws {
        var corpus = Corpus(seed: 1)
        corpus.kept = ["A-1": [[Change(.crash, at: 7, [.init("{bob: restart}", after: 7)])]]]
        let json = corpus.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: [])
        let text = String(decoding: json, as: UTF8.self)
        try #require(text.contains("\"\(key)\":7"))
        let wrong = text.replacing("\"\(key)\":7", with: "\"\(key)\":9223372036854775807")
        #expect(throws: CorpusError.self) { try Corpus(reading: Array(wrong.utf8)) { _ in nil } }
    }

    @Test func `merged corpora count all runs, and one failure that both found is one finding`() throws {
        let corpora = try [UInt64(1), 2].map { seed -> Corpus in
            var explorer = try explorer(
                seed: seed,
                in: FakeProbeRunner { $0.text.contains("offline") ? "off" : $0.text.contains("cut") ? "cut" : nil })
            try explorer.run(until: 96, onFinding: { _ in }, onGroup: { _ in })
            return explorer.corpus
        }
        var merged = Corpus(seed: 1)
        for corpus in corpora { merged.merge(corpus) }
        #expect(merged.runs == 192 && merged.bases["A-1"] == 192)
        let signatures = Set(corpora.flatMap { corpus in corpus.findings.map(\.signature) })
        #expect(Set(merged.findings.map(\.signature)) == signatures)
        #expect(merged.findings.map(\.id) == (1...merged.findings.count).map { "FOUND-\($0)" })
        let counts = corpora.flatMap { corpus in corpus.findings.map(\.count) }
        #expect(merged.findings.map(\.count).reduce(0, +) == counts.reduce(0, +))
        #expect(merged.findings.allSatisfy { read($0.scenario)?.id == $0.id })
        let transitions = Set(corpora.flatMap { corpus in corpus.transitions })
        #expect(merged.transitions == transitions.sorted())
    }

    @Test(arguments: ["", "{}", "{\"corpusVersion\":1}", "{\"corpusVersion\":99}", "nonsense"])
    func `a damaged corpus is refused with its reason`(_ text: String) {
        #expect(throws: CorpusError.self) { try Corpus(reading: Array(text.utf8)) { _ in nil } }
    }

    @Test func `runs with another order draw a seed, or one to three of the unchanged run's choices`() throws {
        var runner = FakeProbeRunner { _ in nil }
        runner.entries = { _ in
            (1...40).map { number in
                "{\"time\":1,\"kind\":\"log\",\"name\":\"choice\",\"attributes\":"
                    + "{\"number\":\(number),\"of\":3,\"value\":0,\"first\":\"bob\"}}"
            }
        }
        var explorer = try explorer([.orders], in: runner)
        try explorer.run(until: 64, onFinding: { _ in }, onGroup: { _ in })
        var (drawn, chosen) = (0, [[Int: Int]]())
        for probe in explorer.runner.probes.dropFirst(2) {
            switch read(probe.text)?.settings.order {
            case .drawn: drawn += 1
            case .chosen(let values): chosen.append(values)
            default: Issue.record("the usual order")
            }
        }
        #expect(drawn > 10 && chosen.count > 10 && Set(chosen).count > 10)
        #expect(chosen.allSatisfy { (1...3).contains($0.count) && $0.keys.allSatisfy((1...40).contains) })
        #expect(Set(chosen.flatMap(\.values)) == [1, 2])
    }

    @Test func `a changed scenario that is invalid is named, and the search goes on`() throws {
        let reason = "\(Probe.invalidReason): it has no valid scenario A-1"
        var probes = 0
        var runner = FakeProbeRunner { _ in
            probes += 1
            return probes == 10 ? reason : nil
        }
        runner.kind = .unsupported
        var explorer = try explorer(in: runner)
        try explorer.run(until: 64, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.runs == 64 && explorer.corpus.findings.isEmpty)
        #expect(explorer.corpus.unfit == ["A-1, run 8": reason])
    }

    @Test func `a scenario that fails by itself is not explored`() throws {
        var explorer = try explorer(in: FakeProbeRunner { _ in "broken" })
        try explorer.run(until: 16, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.runs == 0)
        #expect(explorer.corpus.unfit["A-1"]?.contains("does not pass as it is") == true)
        #expect(explorer.corpus.findings.isEmpty)
    }

    @Test func `a scenario whose process dies by itself is a finding`() throws {
        var runner = FakeProbeRunner { _ in "broken" }
        runner.kind = .crashed
        var explorer = try explorer(in: runner)
        try explorer.run(until: 16, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.findings.map(\.base) == ["A-1"])
    }
}
