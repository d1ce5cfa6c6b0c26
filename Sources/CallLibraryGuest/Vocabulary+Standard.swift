import CallCore
package import CallLibrary
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

/// The sets of words that come from types of the call library.
extension Words {
    /// The stages of a call.
    package static let stages = Words("stage", CallStage.allCases.map(\.rawValue))
    /// The cases of `ConsentMachine.State`.
    package static let pathStates = Words("state of a path", ConsentMachine.State.allCases.map(\.rawValue))
    /// The cases of `MediaTrack.State`.
    package static let trackStates = Words("state of a track", MediaTrack.State.allCases.map(\.rawValue))
    /// The cases of `JoinPolicy`.
    package static let joinPolicies = Words("join policy", JoinPolicy.allCases.map(\.rawValue))
    /// The cases of `MediaRefusal`.
    package static let refusedMedia = Words("reason of a refusal", MediaRefusal.allCases.map(\.rawValue))
}

extension RequestError: NamedError, CausedError {
    /// The name in scenarios: a refusal has that of the server error that it contains.
    package var name: String {
        if case .refused = self { return "APIError" }
        return "\(type(of: self))"
    }

    package var cause: (any Error)? {
        switch self {
        case .refused(let refusal): refusal
        case .unreadable(let problem): problem
        case .failed: nil
        }
    }
}

extension CallJoinInterceptionError: CausedError {
    package var cause: (any Error)? { underlyingError }
}
