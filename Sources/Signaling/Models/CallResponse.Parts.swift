public import Timing
public import Wire

extension CallResponse {
    /// All that is told of a call.
    public struct Parts: Hashable, Sendable {
        /// Names the call.
        public var cid: CallCid
        /// Who created it.
        public var createdBy: User
        /// When it was created.
        public var createdAt: Timestamp
        /// When it last changed.
        public var updatedAt: Timestamp
        /// When it is to start.
        public var startsAt: Timestamp?
        /// When it ended.
        public var endedAt: Timestamp?
        /// Whether only hosts may join yet.
        public var backstage: Bool
        /// Whether it is being recorded.
        public var recording: Bool
        /// Whether it is being transcribed.
        public var transcribing: Bool
        /// Whether it has closed captions.
        public var captioning: Bool
        /// Who may not join, sorted.
        public var blockedUserIds: [String]
        /// The session that is going on, or the last one.
        public var currentSessionId: String
        /// Data of the application's own.
        public var custom: CBOR.Map
        /// The team that the call belongs to.
        public var team: String?
        /// How it behaves.
        public var settings: CallSettingsResponse
        /// Who is in it and who answered.
        public var session: CallSessionResponse?
        /// What leaves it; nil when nothing does.
        public var egress: EgressResponse?
        /// How a stream from outside gets in; nil when none may.
        public var ingress: CallIngressResponse?
        /// A picture of it; nil before one was taken.
        public var thumbnails: ThumbnailResponse?
        /// What it was written as.
        var writing: Written?

        /// Describes a call in which nothing has happened yet.
        init(cid: CallCid, createdBy: User, createdAt: Timestamp, settings: CallSettingsResponse) {
            self.cid = cid
            self.createdBy = createdBy
            self.createdAt = createdAt
            updatedAt = createdAt
            backstage = settings.backstage.enabled
            recording = false
            transcribing = false
            captioning = false
            blockedUserIds = []
            currentSessionId = ""
            custom = [:]
            self.settings = settings
        }

        init(reading fields: Fields) throws(BodyError) {
            createdAt = try fields.date("created_at")
            cid = try fields.cid("cid")
            createdBy = try fields.value("created_by")
            settings = try fields.optional("settings") ?? CallSettingsResponse()
            updatedAt = try fields.optionalDate("updated_at") ?? createdAt
            startsAt = try fields.optionalDate("starts_at")
            endedAt = try fields.optionalDate("ended_at")
            backstage = try fields.optionalBoolean("backstage") ?? false
            recording = try fields.optionalBoolean("recording") ?? false
            transcribing = try fields.optionalBoolean("transcribing") ?? false
            captioning = try fields.optionalBoolean("captioning") ?? false
            blockedUserIds = try fields.texts("blocked_user_ids")
            custom = try fields.custom("custom")
            team = try fields.optionalText("team")
            session = try fields.optional("session")
            egress = try fields.optional("egress")
            ingress = try fields.optional("ingress")
            thumbnails = try fields.optional("thumbnails")
            currentSessionId = try fields.optionalText("current_session_id") ?? session?.id ?? ""
        }

        /// Writes the call; what is false, empty, default or told by the session is left out.
        func write(to fields: inout FieldWriter) {
            // In the order of the encoding, which saves sorting them.
            fields.set("cid", cid)
            fields.set("team", team)
            fields.set("custom", custom: custom)
            fields.set("egress", egress)
            fields.set("ingress", ingress)
            fields.set("session", session)
            fields.set("ended_at", endedAt)
            if settings != CallSettingsResponse() { fields.set("settings", settings) }
            if backstage { fields.set("backstage", backstage) }
            if recording { fields.set("recording", recording) }
            fields.set("starts_at", startsAt)
            if captioning { fields.set("captioning", captioning) }
            fields.set("created_at", createdAt)
            fields.set("created_by", createdBy)
            fields.set("thumbnails", thumbnails)
            if updatedAt != createdAt { fields.set("updated_at", updatedAt) }
            if transcribing { fields.set("transcribing", transcribing) }
            fields.set("blocked_user_ids", blockedUserIds)
            if currentSessionId != session?.id ?? "" { fields.set("current_session_id", currentSessionId) }
        }

        /// Writes the call where it lies; to write it from outside copies it.
        mutating func keepWriting() {
            var fields = FieldWriter()
            write(to: &fields)
            writing = Written(bytes: fields.encoded())
        }
    }
}
