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
        seed: UInt64 = 1, _ strategies: [Strategy] = Strategy.allCases, in lab: FakeLaboratory
    ) throws -> Explorer<FakeLaboratory> {
        Explorer(
            [try #require(read(Self.text))], .standard, strategies: strategies, isBare: false,
            corpus: Corpus(seed: seed), in: lab)
    }

    private func probes(seed: UInt64, runs: Int) throws -> [Probe] {
        var explorer = try explorer(seed: seed, in: FakeLaboratory { _ in nil })
        try explorer.run(until: runs, onFinding: { _ in }, onGroup: { _ in })
        return explorer.lab.probes
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
                corpus: Corpus(seed: 1), in: FakeLaboratory { _ in nil })
            try explorer.run(until: 320, onFinding: { _ in }, onGroup: { _ in })
            return explorer.lab.probes
        }
        let (two, three) = (try probes([texts[0], texts[1]]), try probes(texts))
        let rest = three.filter { $0.id != "C-3" }
        #expect(rest.count > 100 && rest.count < three.count)
        #expect(Set(rest).isSubset(of: Set(two)))
    }

    @Test func `groups of different scenarios run together, as they would one after the other`() throws {
        let texts = ["A-1", "B-2", "C-3"].map { Self.text.replacing("A-1", with: $0) }
        func search(stopsAtFinding: Bool) throws -> Explorer<FakeLaboratory> {
            var explorer = Explorer(
                try texts.map { try #require(read($0)) }, .standard, strategies: Strategy.allCases, isBare: false,
                stopsAtFinding: stopsAtFinding, corpus: Corpus(seed: 1), in: FakeLaboratory { _ in nil })
            try explorer.run(until: 330, onFinding: { _ in }, onGroup: { _ in })
            return explorer
        }
        // A search that ends at its first finding performs one group at a time.
        let (apart, together) = (try search(stopsAtFinding: true), try search(stopsAtFinding: false))
        func counts(_ probes: [Probe]) -> [Probe: Int] { probes.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        #expect(counts(together.lab.probes) == counts(apart.lab.probes))
        #expect(together.lab.calls < apart.lab.calls)
        let command = RunCommand(program: "rollcall")
        #expect(
            together.corpus.json(folder: "f", command: command, unreached: [])
                == apart.corpus.json(folder: "f", command: command, unreached: []))
    }

    @Test func `every changed run is a valid scenario without expectations`() throws {
        var explorer = try explorer([.random, .swarm, .timers, .novelty], in: FakeLaboratory { _ in nil })
        try explorer.run(until: 200, onFinding: { _ in }, onGroup: { _ in })
        for probe in explorer.lab.probes.dropFirst() {
            let library = ScenarioLibrary.load(text: probe.text, file: "a.yaml")
            #expect(library.scenarios.count == 1, "\(probe.text)\n\(library.rendered())")
            #expect(!probe.text.contains("expect"))
        }
    }

    @Test func `two runs of one seed that differ are a finding`() throws {
        var lab = FakeLaboratory { _ in nil }
        lab.digests = [1, 2]
        var explorer = try explorer([.random], in: lab)
        try explorer.run(until: 32, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.findings.map(\.reason).first?.contains("two runs with one seed differ") == true)
    }

    @Test func `equal failures are one finding, which is counted and made small`() throws {
        var explorer = try explorer(
            [.random], in: FakeLaboratory { $0.text.contains("cut") ? "0x7f3a broke at \($0.text.count) s" : nil })
        var written: [Finding] = []
        try explorer.run(until: 160, onFinding: { written.append($0) }, onGroup: { _ in })
        let finding = try #require(explorer.corpus.findings.first)
        #expect(explorer.corpus.findings.count == 1 && finding.count > 1)
        #expect(written.map(\.id) == ["FOUND-1", "FOUND-1"] && finding.isShrunk)
        #expect(finding.text.hasPrefix("# Found from A-1, strategy random, run "))
        #expect(finding.scenario.contains("cut"))
    }

    @Test func `an interrupted search keeps its findings`() throws {
        var lab = FakeLaboratory { $0.text.contains("network") ? "broken" : nil }
        lab.patience = 20
        var explorer = try explorer([.random], in: lab)
        var written = 0
        #expect(throws: Interruption.interrupted) {
            try explorer.run(until: 1000, onFinding: { _ in written += 1 }, onGroup: { _ in })
        }
        #expect(written > 0 && explorer.corpus.findings.count == 1)
    }

    @Test func `a corpus is read back as it was written`() throws {
        var explorer = try explorer(in: FakeLaboratory { $0.text.contains("offline") ? "broken" : nil })
        try explorer.run(until: 96, onFinding: { _ in }, onGroup: { _ in })
        let json = explorer.corpus.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: [])
        let files = Dictionary(uniqueKeysWithValues: explorer.corpus.findings.map { ($0.file, $0.scenario) })
        let copy = try Corpus(reading: json) { files[$0] }
        #expect(copy.json(folder: "f", command: RunCommand(program: "rollcall"), unreached: []) == json)
    }

    @Test func `merged corpora count all runs, and one failure that both found is one finding`() throws {
        let corpora = try [UInt64(1), 2].map { seed -> Corpus in
            var explorer = try explorer(
                seed: seed,
                in: FakeLaboratory { $0.text.contains("offline") ? "off" : $0.text.contains("cut") ? "cut" : nil })
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
        let moves = Set(corpora.flatMap { corpus in corpus.moves })
        #expect(merged.moves == moves.sorted())
    }

    @Test(arguments: ["", "{}", "{\"corpusVersion\":1}", "{\"corpusVersion\":99}", "nonsense"])
    func `a damaged corpus is refused with its reason`(_ text: String) {
        #expect(throws: CorpusError.self) { try Corpus(reading: Array(text.utf8)) { _ in nil } }
    }

    @Test func `a scenario that fails by itself is not explored`() throws {
        var explorer = try explorer(in: FakeLaboratory { _ in "broken" })
        try explorer.run(until: 16, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.runs == 0)
        #expect(explorer.corpus.unfit["A-1"]?.contains("does not pass as it is") == true)
        #expect(explorer.corpus.findings.isEmpty)
    }

    @Test(arguments: [Verdict.Kind.crashed, .harnessFault])
    func `a scenario whose process dies by itself is a finding`(_ kind: Verdict.Kind) throws {
        var lab = FakeLaboratory { _ in "broken" }
        lab.kind = kind
        var explorer = try explorer(in: lab)
        try explorer.run(until: 16, onFinding: { _ in }, onGroup: { _ in })
        #expect(explorer.corpus.findings.map(\.base) == ["A-1"])
    }
}
