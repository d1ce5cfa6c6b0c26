import Signaling
import Timing
import Wire

/// The bytes of an input as a sequence of choices, and values that are built from them.
struct Choices {
    private var rest: ArraySlice<UInt8>

    /// Keeps the first choices of an input; more would only make runs slower.
    init(_ input: [UInt8], atMost count: Int = 512) {
        rest = input.prefix(count)
    }

    /// The next choice; nil at the end.
    mutating func next() -> UInt8? { rest.popFirst() }

    /// Returns one of the elements.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(rest.popFirst() ?? 0) % elements.count]
    }

    /// Returns the next bytes, at most `count`.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Returns a map of fields that requests have, with values of the right and of wrong types.
    mutating func map(depth: Int = 0) -> CBOR.Map {
        let count = Int(rest.popFirst() ?? 0) % 6
        return CBOR.Map((0..<count).map { _ in (pick(Self.names), value(depth: depth)) })
    }

    private mutating func value(depth: Int) -> CBOR {
        let choice = rest.popFirst() ?? 0
        switch choice % 8 {
        case 0: return .boolean(choice & 8 == 0)
        case 1: return .integer(pick([0, 1, 2, 5_000, -1, .max, .min, 1_767_225_600_000]))
        case 2, 3: return .text(pick(Self.texts))
        case 4 where depth < 4: return .map(map(depth: depth + 1))
        case 5 where depth < 4: return .array((0..<Int(choice >> 3) % 4).map { _ in value(depth: depth + 1) })
        case 6: return .float(Double(choice))
        default: return .null
        }
    }

    private static let names = [
        "create", "data", "members", "user_id", "role", "ring", "notify", "custom", "settings_override", "starts_at",
        "members_ids", "reason", "user_ids", "audio", "video", "screenshare", "session_id", "update_members",
        "remove_members", "grant_permissions", "revoke_permissions", "permissions", "hard", "type", "rating", "emoji",
        "filter_conditions", "sort", "field", "direction", "limit", "next", "watch", "id", "push_provider", "user",
        "name", "$eq", "$in", "$and", "$or", "$gt", "cid", "created_at", "created_by_user_id", "auto_cancel_timeout_ms",
        "limits", "max_participants", "max_duration_seconds", "backstage", "enabled", "team", "location", "start_hls",
        "start_recording", "broadcasts", "language", "migrating_from", "mute_all_users", "members_limit",
    ]
    private static let texts = [
        "alice", "bob", "guest", "default", "livestream", "default:a", "default:b", "admin", "host", "moderator",
        "call_member", "user", "send-audio", "end-call", "update-call-permissions", "cid", "created_at", "busy",
        "session-1", "", "audio", "video", "sfu-1", "\u{0}", "x",
    ]

    /// The ids of the calls of a run.
    static let calls = ["a", "b"].map { CallCid(type: "default", id: $0) } + [CallCid(type: "livestream", id: "a")]
    static let secret = [UInt8]("the secret of a fuzzed backend..".utf8)
    static let epoch = Timestamp(milliseconds: 1_767_225_600_000)

    /// Returns a token as the backend signs it.
    static func token(_ user: String, for cid: CallCid? = nil) -> [UInt8] {
        AccessToken(
            userId: user, issuedAt: epoch, expiresAt: epoch.advanced(by: .seconds(86_400)), callCid: cid
        ).signed(with: secret)
    }
}
