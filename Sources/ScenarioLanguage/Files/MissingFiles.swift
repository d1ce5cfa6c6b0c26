/// The files beside a scenario that its run needs.
extension Scenario {
    /// The problems of files that a scenario names and that are not on the disk: the golden file, and the folders of
    /// files for programs.
    ///
    /// A run without its golden file shows the calls that can be approved, so that the scenario is valid.
    package var missingFiles: [Diagnostic] { [missingGolden].compactMap(\.self) + programs.compactMap(missingFolder) }

    private var missingGolden: Diagnostic? {
        guard let golden else { return nil }
        if case .file = ScenarioFile.entry(at: golden.file, following: true) { return nil }
        return Diagnostic(
            file: file, place: golden.place, message: "there is no file \(golden.file.quoted)",
            suggestion: "run the scenario, and make the file of its calls: `rollcall diff --approve \(golden.file) RUN`"
        )
    }

    private func missingFolder(of program: ProgramSpec) -> Diagnostic? {
        guard case .folder(let name) = program.files else { return nil }
        let path = program.scenarioFolder + name
        if case .folder = ScenarioFile.entry(at: path, following: true) { return nil }
        let (folder, last) = (FilePath.folder(of: path), String(name.split(separator: "/").last ?? ""))
        let near = Spelling.nearest(to: last, in: ScenarioFile.entries(of: folder.isEmpty ? "." : folder) ?? [])
        return Diagnostic(
            file: file, place: program.folderPlace,
            message: "there is no folder \(path.quoted) with files for a program",
            suggestion: near.map { "did you mean `\(name.dropLast(last.count))\($0)`?" })
    }
}
