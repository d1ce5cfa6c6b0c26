public import CallLibrary
import Journal
public import ScenarioLanguage
import ScenarioVocabulary

/// A participant as a registered step sees it: its whole client.
@MainActor
public struct StepParticipant {
    private let participant: StageParticipant

    init(_ participant: StageParticipant) {
        self.participant = participant
    }

    /// The participant's name in the scenario.
    public var name: String { participant.name }
    /// The participant's client.
    public var streamVideo: StreamVideo { participant.client }
    /// The view model of the participant's screen.
    public var viewModel: CallViewModel { participant.viewModel }
    /// The participant's current call, the call that rings here, or the last call.
    public var call: Call? { participant.call }

    /// Returns the call with a name; scenarios read the participant's call properties from it after this.
    public func call(_ reference: CallReference) -> Call {
        participant.client.call(reference, of: participant)
    }

    /// Returns the participant's current call.
    ///
    /// - Throws: An error when there is none.
    public func neededCall() throws -> Call {
        guard let call else { throw NoCallError(participant: name) }
        return call
    }

    /// Adds a line to the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        participant.note(text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}

extension StreamVideo {
    fileprivate func call(_ reference: CallReference, of participant: StageParticipant) -> Call {
        participant.call(reference) ?? call(callType: reference.type, callId: reference.id)
    }
}
