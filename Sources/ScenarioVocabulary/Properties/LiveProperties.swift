import CallLibrary
import ScenarioLanguage

extension Properties {
    /// When a call begins, goes live and ends.
    static let liveProperties: [PropertyRow] = [
        PropertyRow("duration", .duration, "how long the session has lasted") { participant in
            participant.call.map { .duration($0.state.duration) } ?? .none
        },
        .call("session.startedAt", .date, "when the first participant joined") {
            .optionalDate($0.sessionSummary?.startedAt)
        },
        .call("session.timerEndsAt", .date, "when the time of the session is up") {
            .optionalDate($0.sessionSummary?.timerEndsAt)
        },
        .call("session.endedAt", .date, "when the session ended") { .optionalDate($0.sessionSummary?.endedAt) },
        .call("session.liveStartedAt", .date, "when the call went live") {
            .optionalDate($0.sessionSummary?.liveStartedAt)
        },
        .call("session.liveEndedAt", .date, "when it stopped being live") {
            .optionalDate($0.sessionSummary?.liveEndedAt)
        },
    ]
}
