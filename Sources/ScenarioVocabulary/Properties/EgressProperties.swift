import CallLibrary
import ScenarioLanguage

extension Properties {
    /// What leaves a call and what comes in from outside.
    static let egressProperties: [PropertyRow] = [
        .result("recordings", .texts, "the files that `call.listRecordings` listed last"),
        .result("recordingURLs", .texts, "where they are"),
        .call("thumbnails.imageUrl", .text, "where the picture of the call is") { .optional($0.thumbnails?.imageURL) },
        .call("closedCaptions", .texts, "what was said, each with who said it, such as `bob: hello`") {
            .texts($0.closedCaptions.map { "\($0.speakerId): \($0.text)" })
        },
        .call("closedCaptionsOrder", .text, "the same words in their order, with ` / ` between them") {
            .text($0.closedCaptions.map { "\($0.speakerId): \($0.text)" }.joined(separator: " / "))
        },
        .call("ingress.address", .text, "where a stream from outside is sent") { .optional($0.ingress?.rtmp.address) },
        .call("ingress.streamKey", .text, "what lets such a stream in") { .optional($0.ingress?.rtmp.streamKey) },
    ]
}
