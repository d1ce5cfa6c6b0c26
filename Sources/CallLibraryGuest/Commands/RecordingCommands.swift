import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    static let storage = Argument(
        "storage", .text(.filled), "where files are kept, in place of the backend's own place", such: "storage: vault")
    fileprivate static let recording = Argument(
        "type", .value(.word(.recordingTypes)), "the content of the recording; composite when omitted",
        such: "type: individual")
    fileprivate static let file = Argument(
        "file", .text(.segment), "the name of a recording's file", such: "file: composite-1.mp4")
    fileprivate static let session = Argument(
        "session", .text(.segment), "the session of the file; the call's own when omitted",
        such: "session: 0123456789abcdef")
}

extension Commands {
    /// The methods of `Call` that record it; they throw.
    static let recordingCommands: [CommandRow] = [
        .call("call.startRecording", "starts a recording", takes: [.call, .recording, .storage]) {
            try await $0.startRecording($1.recordingType, externalStorage: $1.text(.storage))
        },
        .call("call.stopRecording", "stops a recording", takes: [.call, .recording]) {
            try await $0.stopRecording($1.recordingType)
        },
        CommandRow(
            "call.listRecordings", "lists the available recordings, in `recordings` and `recordingURLs`",
            takes: [.call]
        ) { participant, arguments in
            let recordings = try await participant.neededCall(arguments).listRecordings()
            participant.keep(.texts(recordings.map(\.filename)), as: "recordings")
            participant.keep(.texts(recordings.map(\.url)), as: "recordingURLs")
        },
        .call("call.deleteRecording", "deletes a recording", needs: [.file], takes: [.call, .session]) {
            let sessionId = $1.text(.session) ?? $0.state.values.sessionSummary?.id ?? ""
            try await $0.deleteRecording(sessionId: sessionId, filename: try $1.needed(.file))
        },
        .call("call.startFrameRecording", "starts recording single frames", takes: [.call, .storage]) {
            try await $0.startFrameRecording(externalStorage: $1.text(.storage))
        },
        .call("call.stopFrameRecording", "stops recording single frames", takes: [.call]) { call, _ in
            try await call.stopFrameRecording()
        },
    ]
}

extension Arguments {
    fileprivate var recordingType: RecordingType {
        text(.recording).flatMap(RecordingType.init(rawValue:)) ?? .composite
    }
}
