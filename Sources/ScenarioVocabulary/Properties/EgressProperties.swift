import CallLibrary
import ScenarioLanguage

extension Properties {
    /// What leaves a call and what comes in from outside.
    static let egressProperties: [PropertyRow] = [
        .call("compositeRecording", .boolean, "whether all in one picture is recorded") {
            .boolean($0.compositeRecording)
        },
        .call("individualRecording", .boolean, "whether each participant is recorded") {
            .boolean($0.individualRecording)
        },
        .call("rawRecording", .boolean, "whether the packets are recorded") { .boolean($0.rawRecording) },
        .call("frameRecording", .boolean, "whether single frames are recorded") { .boolean($0.frameRecording) },
        .result("recordings", .texts, "the files that `call.listRecordings` listed last"),
        .result("recordingURLs", .texts, "where they are"),
        .call("broadcasting", .boolean, "whether the call is broadcast") { .boolean($0.broadcasting) },
        .call("hlsPlaylistUrl", .text, "where the HLS broadcast is") { .optional($0.hlsPlaylistUrl) },
        .call("thumbnails.imageUrl", .text, "where the picture of the call is") { .optional($0.thumbnails?.imageURL) },
        .call("rtmpBroadcasts", .texts, "the names of the RTMP broadcasts") { .texts($0.rtmpBroadcasts) },
        .call("transcribing", .boolean, "whether what is said is written down") { .boolean($0.transcribing) },
        .call("captioning", .boolean, "whether what is said is shown") { .boolean($0.captioning) },
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
