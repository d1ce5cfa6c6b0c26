import Wire

/// The events that requests cause, each with the fields of its request. An event without such a request is a
/// violation.
struct RequestedEvents {
    private struct Known: Hashable {
        let type: String
        let cid: String
        let user: String
        let content: CBOR
    }

    private var known: Set<Known> = []

    /// Records the expected content of a request's events.
    mutating func record(_ requestFacts: RequestFacts) {
        guard let cid = requestFacts.cid, let user = requestFacts.user, let body = requestFacts.body else { return }
        func note(_ type: String, of user: String, _ content: CBOR) {
            known.insert(Known(type: type, cid: cid, user: user, content: content))
        }
        switch requestFacts.action {
        case .sendEvent: note("custom", of: user, Self.part(of: body, ["custom"]))
        case .react: note("call.reaction_new", of: user, Self.part(of: body, ["type", "emoji_code", "custom"]))
        case .requestPermission:
            for permission in body["permissions"]?.array ?? [] { note("call.permission_request", of: user, permission) }
        case .muteUsers:
            let isForAll = body.flag("mute_all_users")
            for muted in isForAll ? [true] : body["user_ids"]?.array ?? [] {
                note("call.user_muted", of: user, muted)
            }
        case .reject: note("call.rejected", of: user, Self.part(of: body, ["reason"]))
        case .startBroadcasts:
            for broadcast in (body["broadcasts"]?.array ?? []).compactMap(\.map) {
                note("call.rtmp_broadcast_started", of: "", Self.part(of: broadcast, ["name"]))
            }
        default: break
        }
        guard
            requestFacts.mayRing || requestFacts.body?.flag("notify") == true || requestFacts.query["notify"] == "true"
        else {
            return
        }
        let isVideo = requestFacts.action == .get ? requestFacts.query["video"] == "true" : body.flag("video")
        for type in Self.rings { note(type, of: user, isVideo ? ["video": true] : [:]) }
    }

    private static let rings = ["call.ring", "call.notification", "call.missed"]

    /// Returns the violation of an event that no request explains.
    func violation(ofEvent event: CBOR.Map, _ type: String, _ cid: String) -> String? {
        let user = type == "call.rtmp_broadcast_started" ? "" : Self.user(of: event, type)
        func isKnown(_ content: CBOR) -> Bool {
            known.contains(Known(type: type, cid: cid, user: user, content: content))
        }
        let unknown = Self.contents(of: event, type).first { content in
            !isKnown(content) && !(type == "call.user_muted" && isKnown(true))
        }
        return unknown.map { "its \(type) has content that no request had: \($0.diagnostic.prefix(200))" }
    }

    /// Returns the content of an event. A request for permissions may be for some that the user has.
    private static func contents(of event: CBOR.Map, _ type: String) -> [CBOR] {
        switch type {
        case "custom": [part(of: event, ["custom"])]
        case "call.reaction_new": [part(of: event["reaction"]?.map ?? [:], ["type", "emoji_code", "custom"])]
        case "call.permission_request": event["permissions"]?.array ?? []
        case "call.user_muted": event["muted_user_ids"]?.array ?? []
        case "call.rejected": [part(of: event, ["reason"])]
        case "call.rtmp_broadcast_started": [part(of: event, ["name"])]
        case "call.ring", "call.notification", "call.missed": [part(of: event, ["video"])]
        default: []
        }
    }

    private static func user(of event: CBOR.Map, _ type: String) -> String {
        switch type {
        case "call.user_muted": return event["from_user_id"]?.text ?? ""
        case "call.reaction_new": return event["reaction"]?.map?["user"]?.map?["id"]?.text ?? ""
        default: return event["user"]?.map?["id"]?.text ?? ""
        }
    }

    /// Returns some fields of a map. A field with its default is like an absent one.
    private static func part(of map: CBOR.Map, _ names: [String]) -> CBOR {
        .map(
            CBOR.Map(
                names.compactMap { name in
                    guard let value = map[name], value != "", value != [:], value != [], value != false else {
                        return nil
                    }
                    return (name, value)
                }))
    }
}
