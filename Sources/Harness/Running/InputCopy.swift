internal import ScenarioLanguage
internal import Wire

/// Copies of a scenario from the standard input and of its included files, which workers read.
struct InputCopy {
    let file: String
    let beside: String

    /// Writes the copies; returns nil when the scenarios are from files.
    init?(of scenarios: [Scenario], in folder: String) throws(FileError) {
        guard let scenario = scenarios.first, scenario.file == "-" else { return nil }
        file = "\(folder)/.input.yaml"
        beside = "\(folder)/.input.cbor"
        let includes = scenario.includes.map { ($0.file, Array($0.lines.joined(separator: "\n").utf8)) }
        try FileStore.write(Array(scenario.sourceLines.joined(separator: "\n").utf8), to: file)
        try FileStore.write(Capsule.map(of: includes).encoded(), to: beside)
    }

    func delete() {
        FileStore.delete(file)
        FileStore.delete(beside)
    }
}
