internal import DriverKit
internal import ScenarioLanguage

/// `rollcall driver new`: writes a working driver as a start.
struct DriverWriter {
    private let language: DriverLanguage
    private let folder: String

    init(_ words: [String]) throws(UsageError) {
        let languages = DriverLanguage.allCases.map(\.rawValue)
        guard words.count == 2 else {
            throw UsageError(
                .driver,
                "driver new needs a language (\(languages.joined(separator: ", "))) and a folder, "
                    + "as in: driver new python my-driver")
        }
        guard let language = DriverLanguage(rawValue: words[0]) else {
            let advice = Spelling.suggestion(for: words[0], in: languages) ?? ""
            throw UsageError(.driver, "there is no driver in `\(words[0])`; \(advice)")
        }
        self.language = language
        folder = words[1]
    }

    func perform() -> ExitStatus {
        guard !FileStore.exists(folder) else {
            Console.error(.driver, "\(folder) exists already: name a new folder")
            return .invalid
        }
        do throws(FileError) {
            try FileStore.makeFolder(folder)
            let file = "\(folder)/\(language.file)"
            try FileStore.write(language.text, to: file)
            Console.say("wrote \(file)\n" + advice)
            return .success
        } catch {
            Console.error(.driver, "\(error)")
            return .fault
        }
    }

    private var advice: String {
        let start = language.start(in: folder).shellQuoted
        let build = language.build(in: folder).map { "build it with:\n    \($0)\n" } ?? ""
        return build + """
            try it with:
                \(ProgramName.shown) driver check \(start)
                \(ProgramName.shown) driver ladder \(start)

            """
    }
}
