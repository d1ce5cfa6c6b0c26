internal import Exploration
internal import Journal
internal import Loop
internal import ScenarioVocabulary

/// The display and the files of a running search.
struct ExploreSession {
    private let folder: CorpusFolder
    private let command: RunCommand
    private let graphs: [StateGraph]
    private let say: (String) -> Void
    private let started: Double
    /// The seconds and runs of earlier searches.
    private let earlier: (seconds: Double, runs: Int)
    private var line = ProgressLine.ofTerminal
    private var written = 0.0
    /// The ids of the findings whose files could not be written yet.
    private var unwritten: Set<String> = []

    /// The seconds between two saves of the corpus.
    private static let pause = 5.0

    init(
        _ folder: CorpusFolder, command: RunCommand, _ graphs: [StateGraph], say: @escaping (String) -> Void,
        from corpus: Corpus, started: Double
    ) {
        self.folder = folder
        self.command = command
        self.graphs = graphs
        self.say = say
        self.started = started
        earlier = (corpus.seconds, corpus.runs)
    }

    /// Returns the transitions that no run showed.
    static func unreached(_ corpus: Corpus, of graphs: [StateGraph]) -> [String] {
        let possible = graphs.flatMap { graph in graph.transitions.map { "\(graph.property): \($0.text)" } }
        return corpus.unreached(of: possible)
    }

    static func json(
        of corpus: Corpus, in folder: CorpusFolder, command: RunCommand, _ graphs: [StateGraph]
    ) -> [UInt8] {
        corpus.json(folder: folder.path, command: command, unreached: unreached(corpus, of: graphs))
    }

    /// Writes a finding immediately, so that none is lost; one that cannot be written is written at the end.
    mutating func show(_ finding: Finding) {
        do throws(FileError) {
            try folder.write(finding)
            unwritten.remove(finding.id)
        } catch {
            unwritten.insert(finding.id)
        }
        guard finding.unshrunk != nil else { return }
        say((line?.cleared() ?? "") + ExplorationText.line(finding))
    }

    /// Shows the progress of the search.
    mutating func show(_ corpus: Corpus) {
        let now = WallClock.seconds
        if now - written > Self.pause {
            written = now
            // An error that lasts is that of the last save.
            try? write(corpus)
        }
        let rate = Int(Double(corpus.runs - earlier.runs) / max(0.001, now - started))
        let text =
            "\(corpus.runs.counted("run")), \(rate) a second, \(corpus.findings.count.counted("finding")), "
            + "\(corpus.transitions.count.counted("transition")), "
            + "\(corpus.jointStates.counted("state"))\(novelty(corpus))"
        if let shown = line?.text(text) { say(shown) }
    }

    /// The runs over which new transitions and states are counted on the terminal.
    private static let recent = 500

    private func novelty(_ corpus: Corpus) -> String {
        corpus.new(inLast: Self.recent).map { ", \($0.features) new in the last \($0.runs) runs" } ?? ""
    }

    private func timed(_ corpus: Corpus) -> Corpus {
        var corpus = corpus
        corpus.seconds = earlier.seconds + WallClock.seconds - started
        return corpus
    }

    private func write(_ corpus: Corpus) throws(FileError) {
        try folder.write(Self.json(of: timed(corpus), in: folder, command: command, graphs))
    }

    /// Writes the corpus and the findings that are not written, and returns the first error.
    private func writeRest(_ corpus: Corpus) -> FileError? {
        var failure: FileError?
        func keep(_ result: Result<Void, FileError>) {
            if case .failure(let error) = result { failure = failure ?? error }
        }
        for finding in corpus.findings where unwritten.contains(finding.id) {
            keep(Result { () throws(FileError) in try folder.write(finding) })
        }
        keep(Result { () throws(FileError) in try write(corpus) })
        return failure
    }

    /// Writes the corpus, and shows the summary when there is something to sum up.
    mutating func end(_ corpus: Corpus) throws(FileError) -> Corpus {
        let failure = writeRest(corpus)
        let timed = timed(corpus)
        let text = ExplorationText(
            corpus: timed, unreached: Self.unreached(corpus, of: graphs), folder: folder.path, command: command)
        let isEmpty = corpus.runs == 0 && corpus.findings.isEmpty && corpus.unfit.isEmpty
        say((line?.cleared() ?? "") + (isEmpty ? "" : text.summary))
        if let failure { throw failure }
        return timed
    }
}
