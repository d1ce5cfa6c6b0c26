internal import ScenarioLanguage
internal import Specifications

/// `rollcall specifications`: the rules that observe every run, with their diagrams.
enum SpecificationsVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        let pages = try chosen(words.operands)
        switch words[.format] ?? "text" {
        case "text": Console.say(pages.map(SpecificationDrawing.text).joined(separator: "\n"))
        case "mermaid": Console.say(pages.map(SpecificationDrawing.markdown).joined(separator: "\n"))
        case let other:
            throw UsageError(.specifications, "--format can be text or mermaid, and is `\(other)`")
        }
        return .success
    }

    /// Returns the named specifications; all without names.
    private static func chosen(_ names: [String]) throws(UsageError) -> [SpecificationPage] {
        let all = SpecificationWatch.pages
        guard !names.isEmpty else { return all }
        var pages: [SpecificationPage] = []
        for name in names {
            guard let page = all.first(where: { $0.name == name }) else {
                throw UsageError(.specifications, "there is no specification `\(name)`" + hint(name, all.map(\.name)))
            }
            pages.append(page)
        }
        return pages
    }
}
