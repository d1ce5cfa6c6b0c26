package import ScenarioLanguage

extension WireTables {
    /// The fields of the coordinator's events, beside `type`, `created_at` and `call_cid`.
    package static let coordinatorEvents = table(
        """
        connection.ok me:user resumed?:flag connection_id:name
        call.created call:call-response members:[member]
        call.updated call:call-response capabilities_by_role:{[text]}
        call.ring call:call-response user:user video?:flag members:[member] session_id:text
        call.notification call:call-response user:user video?:flag members:[member] session_id:text
        call.missed call:call-response user:user video?:flag members:[member] session_id:name notify_user:flag
        call.accepted call:call-response user:user reason?:text
        call.rejected call:call-response user:user reason?:text
        call.ended call:call-response user:user reason?:text
        call.session_started call:call-response session_id:name
        call.session_ended call:call-response session_id:name
        call.session_participant_joined session_id:name participant:session-participant duration_seconds?:count
        call.session_participant_left session_id:name participant:session-participant duration_seconds:count
        call.session_participant_count_updated session_id:name participants_count_by_role?:{count}
          anonymous_participant_count?:count
        call.raised_hands_updated call:call-response session_id:name
        call.member_added call:call-response members:[member]
        call.member_updated call:call-response members:[member]
        call.member_removed call:call-response members:[text]
        call.blocked_user user:user blocked_by_user:user
        call.unblocked_user user:user
        call.kicked_user user:user kicked_by_user:user
        custom user:user custom?:map
        call.deleted call:call-response
        call.live_started call:call-response
        call.member_updated_permission call:call-response members:[member] capabilities_by_role:{[text]}
        call.user_muted from_user_id:name muted_user_ids:[text]
        call.permission_request user:user permissions:[text]
        call.permissions_updated user:user own_capabilities:[text]
        call.reaction_new reaction:reaction
        call.recording_started egress_id:name recording_type:text
        call.recording_stopped egress_id:name recording_type:text
        call.recording_failed egress_id:name recording_type:text
        call.recording_ready call_recording:stored-file
        call.frame_recording_started call:call-response egress_id:name
        call.frame_recording_stopped call:call-response egress_id:name
        call.frame_recording_failed call:call-response egress_id:name
        call.frame_recording_ready url:name users:[text] egress_id:name session_id:name track_type:name
          captured_at:date
        call.hls_broadcasting_started hls_playlist_url:name
        call.hls_broadcasting_stopped
        call.hls_broadcasting_failed
        call.rtmp_broadcast_started name:name
        call.rtmp_broadcast_stopped name:name
        call.rtmp_broadcast_failed name:name
        call.transcription_started
        call.transcription_stopped
        call.transcription_failed
        call.transcription_ready call_transcription:stored-file
        call.closed_captions_started
        call.closed_captions_stopped
        call.closed_captions_failed
        call.closed_caption closed_caption:closed-caption
        call.moderation_blur custom?:map message?:text user_id:name
        call.moderation_warning custom?:map message?:text user_id:name
        call.stats_report_ready session_id:name
        call.user_feedback_submitted
        app.updated
        user.updated user:user
        connection.error error:api-error connection_id:name
        health.check cid?:cid connection_id:name
        """, common: ofCoordinatorEvent)

    /// The fields of an SFU's events, beside `type`.
    package static let sfuEvents = table(
        """
        participant_joined is_pinned?:flag participant:sfu-participant
        participant_left participant:sfu-participant
        participant_updated participant:sfu-participant
        track_published cause?:0..3 user_id:name session_id:name track_type:1..4
          participant?:sfu-participant
        track_unpublished cause?:0..3 user_id:name session_id:name track_type:1..4
          participant?:sfu-participant
        dominant_speaker_changed user_id:name session_id:name
        audio_level_changed audio_levels?:[audio-level]
        connection_quality_changed connection_quality_updates?:[connection-quality-update]
        pins_updated pins?:[participant-reference]
        inbound_state_notification inbound_video_states?:[inbound-video-state]
        health_check_response participant_count:participant-count
        call_grants_updated message?:text current_grants:call-grants
        error error:complaint reconnect_strategy?:0..4
        go_away reason:0..2
        call_ended reason:0..4
        participant_migration_complete
        change_publish_quality senders?:[sender-quality]
        change_publish_options publish_options?:[publish-option] reason?:text
        """, common: { _ in [type] })

    private static let type = Field(name: "type", isOptional: false, shape: .name)

    private static func ofCoordinatorEvent(_ name: String) -> [Field] {
        let date = Field(name: "created_at", isOptional: false, shape: .date)
        let cid = Field(name: "call_cid", isOptional: false, shape: .cid)
        return [type, date] + (name.hasPrefix("call.") || name == "custom" ? [cid] : [])
    }
}
