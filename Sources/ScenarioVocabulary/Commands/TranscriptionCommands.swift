import CallLibrary
import ScenarioLanguage

extension Argument {
    fileprivate static let language = Argument(
        "language", .value(.text), "the language that is spoken", such: "language: en")
    fileprivate static let captions = Argument(
        "captions", .value(.boolean), "whether closed captions start or stop with it", such: "captions: true")
    fileprivate static let transcription = Argument(
        "transcription", .value(.boolean), "whether the transcription starts or stops with it",
        such: "transcription: true")
}

extension Commands {
    /// The methods of `Call` that write down and show what is said; they throw.
    static let transcriptionCommands: [CommandRow] = [
        .call(
            "call.startTranscription", "starts writing down what is said",
            takes: [.call, .language, .captions, .storage]
        ) {
            try await $0.startTranscription(
                StartTranscriptionRequest(
                    language: $1.text(.language), enableClosedCaptions: $1.flag(.captions),
                    externalStorage: $1.text(.storage)))
        },
        .call("call.stopTranscription", "stops writing down what is said", takes: [.call, .captions]) {
            try await $0.stopTranscription(StopTranscriptionRequest(stopClosedCaptions: $1.flag(.captions)))
        },
        .call(
            "call.startClosedCaptions", "starts showing what is said",
            takes: [.call, .language, .transcription, .storage]
        ) {
            try await $0.startClosedCaptions(
                StartClosedCaptionsRequest(
                    language: $1.text(.language), enableTranscription: $1.flag(.transcription),
                    externalStorage: $1.text(.storage)))
        },
        .call("call.stopClosedCaptions", "stops showing what is said", takes: [.call, .transcription]) {
            try await $0.stopClosedCaptions(StopClosedCaptionsRequest(stopTranscription: $1.flag(.transcription)))
        },
    ]
}
