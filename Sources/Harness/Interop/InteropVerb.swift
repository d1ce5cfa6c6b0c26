internal import Journal
internal import Reporting
internal import ScenarioDrivers
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall interop`: runs scenarios with every pair of call libraries, and writes a page with the verdicts.
struct InteropVerb {
    private let libraries: [InteropLibrary]
    private let backends: [InteropMatrix.Backend]
    private let selection: Selection
    private let words: ParsedArguments
    private let program: String
    private let vocabulary: Vocabulary
    /// The folder of the page.
    private let folder: String

    init(_ words: ParsedArguments, _ registry: Registry, program: String) throws(UsageError) {
        self.words = words
        self.program = program
        libraries = try InteropLibrary.all(words)
        backends = try InteropBackend.all(words)
        selection = try Selection(ScenarioChoice(words, of: .interop), verb: .interop, registry)
        vocabulary = Vocabulary(registry)
        folder = "\(words[.out] ?? LastRun.defaultFolder)/interop"
        // Reads the options that every pair shares, so that a mistake shows before the first run.
        _ = try RunRequest(words, of: .interop, cores: Console.cores)
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        guard let described = describeLibraries() else { return .failure }
        let pairs = try self.pairs(of: described)
        do throws(FileError) {
            try FileStore.makeFolder(folder)
            var results: [InteropMatrix.Pair] = []
            for pair in pairs {
                Console.error("\(pair.name):\n")
                switch try pair.run(vocabulary) {
                case .success(let result): results.append(result)
                case .failure(let end): return end.status
                }
            }
            return try write(InteropMatrix(described, backends: backends, pairs: results), pairs.map(\.name))
        } catch {
            Console.error(.interop, "\(error)")
            return .fault
        }
    }

    /// Returns all pairs of libraries at each backend that both can use.
    private func pairs(of libraries: [InteropMatrix.Library]) throws(UsageError) -> [InteropPair] {
        var pairs: [InteropPair] = []
        for role in InteropMatrix(libraries, backends: backends, pairs: []).roles {
            for first in role.libraries {
                for others in role.libraries {
                    pairs.append(
                        try InteropPair(
                            first: first, others: others, backend: role.backend, scenarios: selection.scenarios,
                            words: words, folder: folder, program: program))
                }
            }
        }
        return pairs
    }

    /// Returns the libraries with their backends; nil, with a message, when a driver does not answer.
    private func describeLibraries() -> [InteropMatrix.Library]? {
        MainActor.assumeIsolated {
            var described: [InteropMatrix.Library] = []
            for library in libraries {
                do throws(DriverFault) {
                    described.append(try library.described())
                } catch {
                    Console.error(.interop, "--library `\(library.name)`: the driver \(error)")
                    return nil
                }
            }
            return described
        }
    }

    private func write(_ matrix: InteropMatrix, _ names: [String]) throws(FileError) -> ExitStatus {
        try FileStore.write(InteropPage(matrix).bytes, to: "\(folder)/index.html")
        try FileStore.write(InteropJSON.bytes(of: matrix), to: "\(folder)/interop.json")
        let width = names.map(\.count).max() ?? 0
        for (name, pair) in zip(names, matrix.pairs) {
            Console.say("\(name.padded(to: width))  \(pair.kind.rawValue.padded(to: 11))  \(pair.summary)\n")
        }
        Console.say("wrote \(folder)/index.html\n")
        return ExitStatus(matrix.pairs.flatMap(\.runs).map(\.verdict))
    }
}
