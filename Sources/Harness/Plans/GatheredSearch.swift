internal import Exploration

/// The searches of finished packs as one corpus, in the order of the plan.
struct GatheredSearch {
    private(set) var corpus: Corpus

    init(_ folder: PlanFolder) throws(PlanFolderError) {
        corpus = Corpus(seed: folder.plan.seeds.lowerBound)
        for pack in folder.finishedPacks where folder.loss(of: pack) == nil {
            corpus.merge(try Self.read(folder.results(of: pack)))
        }
    }

    private static func read(_ folder: String) throws(PlanFolderError) -> Corpus {
        let found: Result<Corpus, CorpusError>?
        do throws(FileError) {
            found = try CorpusFolder(path: folder).read()
        } catch {
            throw .unreadable("\(error)")
        }
        switch found {
        case .success(let corpus): return corpus
        case .failure(let error): throw .unreadable("\(error)")
        case nil: throw .unreadable("\(folder) holds no search: delete it, and work on the plan again")
        }
    }
}
