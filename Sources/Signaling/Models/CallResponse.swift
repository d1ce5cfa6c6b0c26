public import Timing
public import Wire

/// A call as the coordinator sends it (`semantics.md` 5.1).
///
/// Copies share the parts, because calls are copied far more often than they are changed.
@dynamicMemberLookup
public struct CallResponse: Body {
    @usableFromInline var parts: Shared<Parts>

    private static let none = Shared(Parts())
    package static let memo: Memo<CallResponse>? = Memo(bits: 7)

    package init() { parts = Self.none }

    /// Makes a call in which nothing has happened yet.
    package init(cid: CallCid, createdBy: User, createdAt: Timestamp, settings: CallSettingsResponse = .init()) {
        var parts = Parts()
        parts.cid = cid
        parts.createdBy = createdBy
        parts.createdAt = createdAt
        parts.updatedAt = createdAt
        parts.backstage = settings.backstage.enabled
        parts.settings = settings
        self.parts = Shared(parts)
    }

    /// A part of the call.
    @inlinable
    public subscript<Value>(dynamicMember part: WritableKeyPath<Parts, Value>) -> Value {
        _read { yield parts.value[keyPath: part] }
        _modify { yield &parts.value[keyPath: part] }
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var values = parts.value
        try values.code(&coder)
        if coder.isReading { parts = Shared(values) }
    }

    package static func write(_ call: CallResponse, _ coder: inout BodyCoder) {
        if let bytes = call.parts.value.encoding.bytes {
            coder.writer.write(encoded: bytes)
        } else {
            Parts.write(call.parts.value, &coder)
        }
    }

    /// Encodes the call once for all bodies that it goes into. The call must not be changed afterwards.
    package mutating func keepEncoding() {
        parts.value.encoding.bytes = parts.value.encoded()
    }
}

/// The encoding of a value, kept beside it. It adds nothing to the value, so any two are equal.
private struct KeptEncoding: Hashable, Sendable {
    var bytes: [UInt8]?

    static func == (lhs: KeptEncoding, rhs: KeptEncoding) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

extension CallResponse {
    /// The parts of a call.
    public struct Parts: Body {
        /// The name of the call.
        public var cid = CallCid.none
        /// The user that created it.
        public var createdBy = User()
        /// When it was created.
        public var createdAt = Timestamp(milliseconds: 0)
        /// When it last changed.
        public var updatedAt = Timestamp(milliseconds: 0)
        /// When it is to start.
        public var startsAt: Timestamp?
        /// When it ended.
        public var endedAt: Timestamp?
        /// True while only hosts may join.
        public var backstage = false
        /// True while it is recorded.
        public var recording = false
        /// True while it is transcribed.
        public var transcribing = false
        /// True while it has closed captions.
        public var captioning = false
        /// The ids of the users that may not join, sorted.
        public var blockedUserIds: [String] = []
        /// The id of the running session, or of the last one.
        public var currentSessionId = ""
        /// The application's own data.
        public var custom: CBOR.Map = [:]
        /// The team that the call belongs to.
        public var team: String?
        /// The settings.
        public var settings = CallSettingsResponse()
        /// The running session, or the last one.
        public var session: CallSessionResponse?
        /// Recordings and broadcasts; nil when there are none.
        public var egress: EgressResponse?
        /// The address for streams from outside; nil when none may enter.
        public var ingress: CallIngressResponse?
        /// A picture of it; nil before one was taken.
        public var thumbnails: ThumbnailResponse?
        /// The encoding that ``CallResponse/keepEncoding()`` made.
        fileprivate var encoding = KeptEncoding()

        package init() {}

        package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
            try coder.field("cid", &cid)
            try coder.field("team", &team)
            try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
            try coder.field("egress", &egress)
            try coder.field("ingress", &ingress)
            try coder.field("session", &session)
            try coder.field("ended_at", &endedAt)
            try coder.field("settings", &settings, omitting: CallSettingsResponse())
            try coder.field("backstage", &backstage, omitting: false)
            try coder.field("recording", &recording, omitting: false)
            try coder.field("starts_at", &startsAt)
            try coder.field("captioning", &captioning, omitting: false)
            try coder.field("created_at", &createdAt)
            try coder.field("created_by", &createdBy)
            try coder.field("thumbnails", &thumbnails)
            try coder.field("updated_at", &updatedAt, omitting: createdAt)
            try coder.field("transcribing", &transcribing, omitting: false)
            try coder.list("blocked_user_ids", &blockedUserIds)
            try coder.field("current_session_id", &currentSessionId, omitting: session?.id ?? "")
        }
    }
}
