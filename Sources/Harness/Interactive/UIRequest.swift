/// A command line of `rollcall ui`.
struct UIRequest {
    /// The port of the page; 0 selects a free one.
    let port: UInt16
    let choice: ScenarioChoice
    let outFolder: String
    /// The options that runs get from this command line.
    let runOptions: [String]

    private static let defaultPort: UInt16 = 8683

    init(_ words: ParsedArguments) throws(UsageError) {
        port = try words.number(.port, of: .ui, atLeast: 0) ?? Self.defaultPort
        choice = try ScenarioChoice(words, of: .ui)
        outFolder = words[.out] ?? LastRun.defaultFolder
        guard !choice.paths.isEmpty else { throw UsageError.noScenarios(.ui) }
        guard !choice.isStandardInput else {
            throw UsageError(.ui, "the page needs files: the standard input is read once")
        }
        guard !outFolder.isEmpty else { throw UsageError.noOutFolder(.ui) }
        let _: Int? = try words.number(.jobs, of: .ui, atLeast: 1)
        _ = try words.seconds(.limit, of: .ui)
        _ = try words.memory(of: .ui)
        runOptions = [OptionName.jobs, .limit, .memory].flatMap { name in
            words[name].map { ["--\(name.rawValue)", $0] } ?? []
        }
    }
}
