internal import Journal

/// The steps of a run with their times, for the console.
enum StepLines {
    /// Returns a line for each step in the run's journal.
    static func text(of folder: RunFolder) -> String {
        guard let journal = FileStore.read(folder.journal) else { return "" }
        return journal.split(separator: UInt8(ascii: "\n"))
            .compactMap { try? JSON(parsing: Array($0)) }.compactMap(line).joined()
    }

    private static func line(of entry: JSON) -> String? {
        guard entry["kind"]?.text == "step", entry["phase"]?.text == "ended", let step = entry["step"]?.integer,
            let line = entry["line"]?.integer, let time = entry["time"]?.instant
        else { return nil }
        let text = (entry["text"]?.text ?? "").withoutCommands()
        return "    \(time)  step \(step), line \(line): \(text)\n"
    }
}
