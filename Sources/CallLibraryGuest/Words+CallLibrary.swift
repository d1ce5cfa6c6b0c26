import CallCore
package import ScenarioLanguage

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
