package import ScenarioLanguage
import ScenarioVocabulary

extension Vocabulary {
    /// The language without registered words.
    package static let standard = Vocabulary(Registry().withOwnLibrary)
}

extension ScenarioLibrary {
    /// Reads files and folders with the standard vocabulary.
    package static func load(paths: [String], limits: ScenarioLimits = .default) -> ScenarioLibrary {
        load(paths: paths, vocabulary: .standard, limits: limits)
    }

    /// Reads one text with the standard vocabulary.
    package static func load(
        text: String, file: String, including includes: [String: [UInt8]]? = nil, limits: ScenarioLimits = .default
    ) -> ScenarioLibrary {
        load(text: text, file: file, including: includes, vocabulary: .standard, limits: limits)
    }
}

extension ScenarioSchema {
    /// Creates the schema of the language without registered words.
    package init() { self.init(vocabulary: .standard) }
}
