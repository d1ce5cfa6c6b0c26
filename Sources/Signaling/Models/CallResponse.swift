public import Timing
public import Wire

/// A call as the coordinator sends it (`semantics.md` 5.1).
///
/// Copies share the parts, because calls are copied far more often than they are changed.
@dynamicMemberLookup
public struct CallResponse: Body {
    @usableFromInline var parts: CopyOnWrite<Parts>

    private static let none = CopyOnWrite(Parts())
    package static let cache: DecodeCache<CallResponse>? = DecodeCache(bits: 7)

    package init() { parts = Self.none }

    /// Creates a call without a session.
    package init(cid: CallCid, createdBy: User, createdAt: Timestamp, settings: CallSettingsResponse = .init()) {
        var parts = Parts()
        parts.cid = cid
        parts.createdBy = createdBy
        parts.createdAt = createdAt
        parts.updatedAt = createdAt
        parts.backstage = settings.backstage.enabled
        parts.settings = settings
        self.parts = CopyOnWrite(parts)
    }

    /// A property of the call.
    @inlinable
    public subscript<Value>(dynamicMember part: WritableKeyPath<Parts, Value>) -> Value {
        _read { yield parts.value[keyPath: part] }
        _modify { yield &parts.value[keyPath: part] }
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var values = parts.value
        try values.code(&coder)
        if coder.isReading { parts = CopyOnWrite(values) }
    }

    package static func write(_ call: CallResponse, _ coder: inout BodyCoder) {
        if let bytes = call.parts.value.encoding.bytes {
            coder.writer.write(encoded: bytes)
        } else {
            Parts.write(call.parts.value, &coder)
        }
    }

    /// Encodes the call once for all bodies that include it. The call must not be changed afterwards.
    package mutating func keepEncoding() {
        parts.value.encoding.bytes = parts.value.encoded()
    }
}

/// The cached encoding of a value. Any two are equal, because the encoding adds nothing to the value.
private struct KeptEncoding: Hashable, Sendable {
    var bytes: [UInt8]?

    static func == (lhs: KeptEncoding, rhs: KeptEncoding) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

extension CallResponse {
    /// The parts of a call.
    public struct Parts: Body {
        /// The cid of the call.
        public var cid = CallCid.none
        /// The user that created the call.
        public var createdBy = User()
        /// The date of creation.
        public var createdAt = Timestamp(milliseconds: 0)
        /// The date of the last change.
        public var updatedAt = Timestamp(milliseconds: 0)
        /// The date at which the call is planned to start.
        public var startsAt: Timestamp?
        /// The date at which the call ended.
        public var endedAt: Timestamp?
        /// True while only users with access to backstage may join.
        public var backstage = false
        /// True while the call is recorded.
        public var recording = false
        /// True while the call is transcribed.
        public var transcribing = false
        /// True while the call has closed captions.
        public var captioning = false
        /// The ids of the blocked users, which may not join, in ascending order.
        public var blockedUserIds: [String] = []
        /// The id of the current session, or of the last one.
        public var currentSessionId = ""
        /// Custom data of the application.
        public var custom: CBOR.Map = [:]
        /// The team that the call belongs to.
        public var team: String?
        /// The settings.
        public var settings = CallSettingsResponse()
        /// The current session, or the last one.
        public var session: CallSessionResponse?
        /// The recordings and broadcasts; nil without any.
        public var egress: EgressResponse?
        /// The address for ingress; nil when the call accepts none.
        public var ingress: CallIngressResponse?
        /// A picture of the call; nil before the first one.
        public var thumbnails: ThumbnailResponse?
        /// The encoding by ``CallResponse/keepEncoding()``.
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
