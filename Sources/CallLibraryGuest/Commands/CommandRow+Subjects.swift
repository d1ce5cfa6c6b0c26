import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

/// The error of a command without a call, for a participant that has none.
struct NoCallError: Error, CustomStringConvertible {
    let participant: String

    var description: String {
        "\(participant) is in no call and none rings here; name one with `call: type:id`"
    }
}

extension StageParticipant {
    /// Returns the call that a command names, or the participant's own.
    func neededCall(_ arguments: Arguments) throws -> Call {
        guard let call = call(arguments.call(.call)) else { throw NoCallError(participant: name) }
        return call
    }
}

extension CommandRow {
    /// Creates a command of `CallViewModel`. It does not throw: its error is the view model's `error`.
    static func viewModel(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        rings: Bool = false,
        perform: @escaping @MainActor (CallViewModel, Arguments) -> Void
    ) -> CommandRow {
        CommandRow(name, "view model: " + about, needs: required, takes: optional, canThrow: false, rings: rings) {
            perform($0.viewModel, $1)
        }
    }

    /// Creates a command of `Call`; without the argument `call` it applies to the participant's own call.
    static func call(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        perform: @escaping @MainActor (Call, Arguments) async throws -> Void
    ) -> CommandRow {
        CommandRow(name, about, needs: required, takes: optional) { try await perform($0.neededCall($1), $1) }
    }

    /// Creates a command of `StreamVideo`.
    static func client(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        perform: @escaping @MainActor (StreamVideo, Arguments) async throws -> Void
    ) -> CommandRow {
        CommandRow(name, about, needs: required, takes: optional) { try await perform($0.client, $1) }
    }
}

extension Arguments {
    /// The members of a call that is created.
    var memberRequests: [MemberRequest] { texts(.members).map { MemberRequest(userId: $0) } }
}
