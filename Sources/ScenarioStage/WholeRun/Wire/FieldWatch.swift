import Timing
import Wire

/// Checks the fields of bodies against the tables of wire.md: a field that always has a value is present, and one
/// with its default value is absent. Client and server share one coder, so neither would notice a field that both omit.
struct FieldWatch {
    /// The number of bodies that are still checked. The later bodies of a long run are like the earlier ones.
    private var rest = 1000

    /// Processes a body in one message; returns the violation of its fields.
    ///
    /// - Parameters:
    /// - request: The request, or the one that a response belongs to; nil when that is unknown.
    /// - now: The date; nil when dates are not exact.
    mutating func violation(
        of bytes: ArraySlice<UInt8>, _ request: RequestLine?, isRequest: Bool, at now: Timestamp?
    ) -> String? {
        guard rest > 0, let body = try? CBOR(decoding: Array(bytes)), case .map(let map) = body else { return nil }
        rest -= 1
        let table = isRequest ? Self.ofRequests : Self.ofResponses
        let path = request?.path ?? []
        return Self.missing(table[Self.operation(of: path)], map, "body") ?? Self.violation(in: map)
            ?? Self.violation(ofShape: map, request, isRequest: isRequest, at: now)
    }

    /// Returns the violation of a refusal's body.
    func violation(ofRefusal bytes: ArraySlice<UInt8>) -> String? {
        guard rest > 0, case .map(let map)? = try? CBOR(decoding: Array(bytes)) else { return nil }
        return BodyShapes(now: nil).violation(map, ofOneOf: ["api-error"])
    }

    private static func violation(
        ofShape map: CBOR.Map, _ request: RequestLine?, isRequest: Bool, at now: Timestamp?
    ) -> String? {
        guard let request, let route = BodyShapes.route(request.method, request.path) else { return nil }
        return BodyShapes(now: now).violation(map, ofOneOf: isRequest ? route.request : route.response)
    }

    /// Returns the name of a path's operation, such as `connect`, `call` for a call itself, or `block` for a user of it.
    private static func operation(of path: [UInt8]) -> String {
        let segments = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard segments.starts(with: ["video", "call"]), segments.count > 3 else {
            return segments.drop { $0 == "video" }.joined(separator: "/")
        }
        return segments.count == 4 ? "call" : segments[4...].joined(separator: "/")
    }

    private static func violation(in map: CBOR.Map) -> String? {
        for (key, value) in map {
            guard case .text(let name) = key, !opaque.contains(name) else { continue }
            if let text = violation(name, value) { return text }
        }
        return nil
    }

    private static func violation(_ name: String, _ value: CBOR) -> String? {
        switch value {
        case .boolean(false) where !sentWhenFalse.contains(name): "its \(name) is false, and should be absent"
        case .unsigned(0) where absentWhenZero.contains(name): "its \(name) is 0, and should be absent"
        case .array([]): "its \(name) is empty, and should be absent"
        case .array(let elements): elements.lazy.compactMap { violation(ofPart: name, $0) }.first
        default: violation(ofPart: name, value)
        }
    }

    private static func violation(ofPart name: String, _ value: CBOR) -> String? {
        guard case .map(let map) = value else { return nil }
        if name == "events", case .text(let type)? = map["type"] {
            if let text = missing(ofEvents[type], map, type) { return text }
        } else if let text = missing(ofParts[name], map, name) {
            return text
        }
        return violation(in: map)
    }

    private static func missing(_ names: [String]?, _ map: CBOR.Map, _ part: String) -> String? {
        names?.first { !hasOne(of: $0, map) }.map { "its \(part) has no \($0.replacing("|", with: " or "))" }
    }

    /// True when a map has the field, or one of fields that replace each other.
    private static func hasOne(of names: String, _ map: CBOR.Map) -> Bool {
        map[names] != nil || names.contains("|") && names.split(separator: "|").contains { map[String($0)] != nil }
    }
}

extension FieldWatch {
    /// The fields with contents of applications or with parts of settings.
    private static let opaque: Set<String> = ["custom", "filter", "settings_override", "data"]
    /// The Booleans that are always sent, because their absence has another meaning or they have no default.
    private static let sentWhenFalse: Set<String> = [
        "active", "camera_default_on", "can_publish_audio", "can_publish_video", "can_screenshare", "enable_rtc_stats",
        "enabled", "mic_default_on", "muted", "paused", "speaker_default_on",
    ]
    private static let absentWhenZero: Set<String> = [
        "anonymous", "anonymous_participant_count", "audio_level", "max_participants", "reconnect_attempt",
    ]

    /// The fields of requests that are always present, by the operation.
    private static let ofRequests = table(
        """
        block user_id
        connect token|sealed_token user
        devices id push_provider
        event custom
        feedback rating
        guest user
        kick user_id
        pin user_id session_id
        reaction type
        rtmp_broadcasts broadcasts
        sfu/health session_id
        sfu/join session_id token
        sfu/leave session_id
        sfu/send_stats session_id publisher_stats subscriber_stats
        sfu/set_publisher session_id
        sfu/start_noise_cancellation session_id
        sfu/stop_noise_cancellation session_id
        sfu/update_mute_states session_id mute_states
        sfu/update_subscriptions session_id
        unblock user_id
        unpin user_id session_id
        user_permissions user_id
        """)

    /// The fields of responses that are always present, by the operation.
    private static let ofResponses = table(
        """
        accept as_of call
        call as_of call own_capabilities
        connect events first
        delete as_of call
        edges edges
        go_live as_of call
        guest access_token user
        join as_of call credentials own_capabilities stats_options
        mark_ended as_of call
        reaction reaction
        reject as_of call
        ring as_of call members own_capabilities
        ring_state call_cid
        sfu/health participant_count
        start_broadcasting playlist_url
        stop_live as_of call
        """)

    /// The fields of maps and of the elements of lists that are always present, by the field that holds them.
    private static let ofParts = table(
        """
        announced_tracks track_type
        audio mic_default_on speaker_default_on default_device
        audio_levels user_id session_id level
        backstage enabled join_ahead_time_seconds
        blocked_by_user id
        broadcasts name stream_url
        call cid created_at created_by
        call_recording url filename session_id start_time end_time
        call_state participant_count participants started_at
        call_transcription url filename session_id start_time end_time
        calls call own_capabilities as_of
        closed_caption text speaker_id start_time end_time
        composite_recording status
        connection_quality_updates user_id session_id connection_quality
        created_by id
        credentials edge_name host port token
        current_grants can_publish_audio can_publish_video can_screenshare
        devices id push_provider user_id created_at
        dimension width height
        edges id host port location
        error code message
        frame_recording status
        hls status playlist_url
        inbound_video_states user_id session_id track_type paused
        individual_recording status
        ingress rtmp
        kicked_by_user id
        me id
        members user
        mute_states track_type muted
        noise_cancellation mode
        participant user joined_at
        participant_count total
        participants user joined_at
        path port username password
        pins user_id session_id
        publish_options track_type
        publisher_stats packets_sent
        reaction type user
        reconnect_details strategy
        recording mode
        recordings url filename session_id start_time end_time
        reports call_cid call_session_id started_at participants reactions custom_events
        ring auto_cancel_timeout_ms incoming_call_timeout_ms missed_call_timeout_ms
        rtmp address
        rtmps name stream_url status
        senders track_type active
        session id
        sort field direction
        sources track_type ssrc
        stats_options enable_rtc_stats reporting_interval_ms
        subscriber_stats packets_received packets_lost
        subscriptions user_id session_id track_type
        update_members user_id
        user id
        """)

    /// The fields of events that are always present, beside their type.
    private static let ofEvents = table(
        """
        call.accepted call_cid created_at call user
        call.blocked_user call_cid created_at user blocked_by_user
        call.closed_caption call_cid created_at closed_caption
        call.created call_cid created_at call members
        call.deleted call_cid created_at call
        call.ended call_cid created_at call user
        call.frame_recording_failed call_cid created_at call egress_id
        call.frame_recording_ready call_cid created_at captured_at egress_id session_id track_type url users
        call.frame_recording_started call_cid created_at call egress_id
        call.frame_recording_stopped call_cid created_at call egress_id
        call.hls_broadcasting_started call_cid created_at hls_playlist_url
        call.kicked_user call_cid created_at user kicked_by_user
        call.live_started call_cid created_at call
        call.member_added call_cid created_at call members
        call.member_removed call_cid created_at call members
        call.member_updated call_cid created_at call members
        call.member_updated_permission call_cid created_at call members capabilities_by_role
        call.missed call_cid created_at call members session_id user notify_user
        call.moderation_blur call_cid created_at user_id
        call.moderation_warning call_cid created_at user_id
        call.notification call_cid created_at call user session_id members
        call.permission_request call_cid created_at user permissions
        call.permissions_updated call_cid created_at user own_capabilities
        call.raised_hands_updated call_cid created_at call session_id
        call.reaction_new call_cid created_at reaction
        call.recording_failed call_cid created_at egress_id recording_type
        call.recording_ready call_cid created_at call_recording
        call.recording_started call_cid created_at egress_id recording_type
        call.recording_stopped call_cid created_at egress_id recording_type
        call.rejected call_cid created_at call user
        call.ring call_cid created_at call members session_id user
        call.rtmp_broadcast_failed call_cid created_at name
        call.rtmp_broadcast_started call_cid created_at name
        call.rtmp_broadcast_stopped call_cid created_at name
        call.session_ended call_cid created_at call session_id
        call.session_participant_count_updated call_cid created_at session_id
        call.session_participant_joined call_cid created_at participant session_id
        call.session_participant_left call_cid created_at participant session_id duration_seconds
        call.session_started call_cid created_at call session_id
        call.stats_report_ready call_cid created_at session_id
        call.transcription_ready call_cid created_at call_transcription
        call.unblocked_user call_cid created_at user
        call.updated call_cid created_at call capabilities_by_role
        call.user_feedback_submitted call_cid created_at
        call.user_muted call_cid created_at from_user_id muted_user_ids
        call_ended reason
        call_grants_updated current_grants
        connection.ok connection_id me created_at
        custom call_cid created_at user
        dominant_speaker_changed user_id session_id
        error error
        go_away reason
        health_check_response participant_count
        participant_joined participant
        participant_left participant
        participant_updated participant
        track_published user_id session_id track_type
        track_unpublished user_id session_id track_type
        user.updated user created_at
        """)

    private static func table(_ text: String) -> [String: [String]] {
        let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }
}
