import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let language = Argument(
        "language", .text(.filled), "the language that is spoken", such: "language: en")
    fileprivate static let captions = Argument(
        "captions", .value(.boolean), "true starts or stops closed captions with it", such: "captions: true")
    fileprivate static let transcription = Argument(
        "transcription", .value(.boolean), "true starts or stops the transcription with it",
        such: "transcription: true")
}

extension Commands {
    /// The methods of `Call` that transcribe and caption speech; they throw.
    static let transcriptionCommands: [CommandRow] = [
        .call(
            "call.startTranscription", "starts transcription",
            takes: [.call, .language, .captions, .storage]
        ) { call, arguments in
            try await call.startTranscription(
                StartTranscriptionRequest {
                    $0.language = arguments.text(.language)
                    $0.enableClosedCaptions = arguments.flag(.captions)
                    $0.externalStorage = arguments.text(.storage)
                })
        },
        .call("call.stopTranscription", "stops transcription", takes: [.call, .captions]) {
            call, arguments in
            try await call.stopTranscription(
                StopTranscriptionRequest { $0.stopClosedCaptions = arguments.flag(.captions) })
        },
        .call(
            "call.startClosedCaptions", "starts closed captions",
            takes: [.call, .language, .transcription, .storage]
        ) { call, arguments in
            try await call.startClosedCaptions(
                StartClosedCaptionsRequest {
                    $0.language = arguments.text(.language)
                    $0.enableTranscription = arguments.flag(.transcription)
                    $0.externalStorage = arguments.text(.storage)
                })
        },
        .call("call.stopClosedCaptions", "stops closed captions", takes: [.call, .transcription]) {
            call, arguments in
            try await call.stopClosedCaptions(
                StopClosedCaptionsRequest { $0.stopTranscription = arguments.flag(.transcription) })
        },
    ]
}
