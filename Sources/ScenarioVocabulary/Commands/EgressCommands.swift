import Backend
import BackendCore
import ScenarioLanguage
import Signaling

extension Argument {
    fileprivate static let egress = Argument(
        "egress", .value(.word(.egresses)), "the output of the call", such: "egress: composite")
    fileprivate static let caption = Argument(
        "caption", .text(.filled), "the words that are said", such: "caption: Good morning")
}

extension ServerCommands {
    /// Events of a call's outputs.
    static let egressCommands: [ServerCommandRow] = [
        ServerCommandRow(
            "coordinator", "failEgress", "makes a recording, a broadcast or similar fail", needs: [.call, .egress],
            takes: [.broadcast],
            text: { "\($0.egressKind.map { "\($0)" } ?? "") of \($0.call(.call)?.cid ?? "") breaks" },
            perform: { stage, arguments in
                guard let cid = arguments.cid, let kind = arguments.egressKind else { return }
                stage.backend?.cause(.fail(cid, kind))
            }),
        ServerCommandRow(
            "coordinator", "sayCaption",
            "sends a caption of a participant's speech to all, if the call has closed captions",
            needs: [.call, .participant, .caption],
            text: { "\($0.text(.participant) ?? "") says in \($0.call(.call)?.cid ?? ""): \($0.text(.caption) ?? "")" },
            perform: { stage, arguments in
                guard let cid = arguments.cid, let user = arguments.text(.participant),
                    let caption = arguments.text(.caption)
                else { return }
                stage.backend?.cause(.say(cid, userId: user, text: caption))
            }),
    ]
}

extension Arguments {
    fileprivate var cid: CallCid? {
        call(.call).map { CallCid(type: $0.type, id: $0.id) }
    }

    fileprivate var egressKind: EgressKind? {
        switch text(.egress) {
        case "frames": .frames
        case "hls": .hls
        case "rtmp": .rtmp(text(.broadcast) ?? "")
        case "transcription": .transcription
        case "captions": .captions
        case let name?: RecordingType(rawValue: name).map { .recording($0) }
        case nil: nil
        }
    }
}
