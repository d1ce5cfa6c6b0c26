import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// Properties of `StreamVideo` and its state.
    static let clientProperties: [PropertyRow] = [
        .client("connectionStatus", .word(.connectionStatuses), "the client's connection to the coordinator") {
            .text($0.state.connection.name)
        },
        .client("ringingCall", .call, "the client's ringing call") { .optional($0.state.ringingCall?.cId) },
        .client("activeCall", .call, "the client's active call") { .optional($0.state.activeCall?.cId) },
    ]

    /// Counters of the participant's interceptor.
    static let interceptorProperties: [PropertyRow] = [
        PropertyRow("interceptions", .count, "the number of calls of the participant's interceptor") {
            .integer(Int64($0.interceptor?.calls ?? 0))
        },
        PropertyRow("outsideAnswers", .count, "the number of calls that the participant entered by `answerOutside`") {
            .integer(Int64($0.externalAnswerer.answeredCalls))
        },
        PropertyRow("interceptionsCancelled", .count, "the number of cancelled tasks of the interceptor") {
            .integer(Int64($0.interceptor?.cancellations ?? 0))
        },
    ]
}

extension StreamVideo.ConnectionStatus {
    /// The case's name without its payload.
    fileprivate var name: String {
        switch self {
        case .initialized: "initialized"
        case .connecting: "connecting"
        case .connected: "connected"
        case .disconnected: "disconnected"
        }
    }
}
