package import ScenarioLanguage

extension WireTables {
    /// The fields of bodies and of their parts, as wire.md lists them. Fields with a question mark may be absent.
    package static let parts = table(
        """
        api-error code:integer advice?:text message:text
        audio-level user_id:name session_id:name level:number is_speaking?:flag
        audio-settings default_device:text mic_default_on:flag noise_cancellation?:feature-settings
          speaker_default_on:flag
        backstage-settings enabled:flag join_ahead_time_seconds:count
        call-change-response call:call-response as_of:count
        call-data team?:text video?:flag custom?:map members?:[member-request] starts_at?:date
          settings_override?:~call-settings
        call-grants can_screenshare:flag can_publish_audio:flag can_publish_video:flag
        call-ingress-response rtmp:rtmp
        call-response cid:cid team?:text custom?:map egress?:egress-response ingress?:call-ingress-response
          session?:call-session-response ended_at?:date settings?:call-settings backstage?:flag recording?:flag
          starts_at?:date captioning?:flag created_at:date created_by:user thumbnails?:thumbnail-response
          updated_at?:date transcribing?:flag blocked_user_ids?:[text] current_session_id?:text
        call-session-response id:name ended_at?:date started_at?:date missed_by?:{date} accepted_by?:{date}
          rejected_by?:{date} participants?:[session-participant] live_ended_at?:date timer_ends_at?:date
          live_started_at?:date participants_count_by_role?:{count} anonymous_participant_count?:count
        call-settings ring?:ring-settings audio?:audio-settings video?:video-settings limits?:limits-settings
          backstage?:backstage-settings recording?:feature-settings thumbnails?:thumbnails-settings
        call-state-response call:call-response as_of:count members?:[member] own_capabilities:[text]
        call-state-response-page next?:text prev?:text calls?:[call-state-response]
        call-stats-report-summary joins:count call_cid:cid ended_at?:date reactions:count started_at:date
          participants:count custom_events:count call_session_id:name publisher_stats?:publisher-stats
          subscriber_stats?:subscriber-stats call_duration_seconds?:count max_concurrent_participants:count
        call-stats-report-summary-page next?:text prev?:text reports?:[call-stats-report-summary]
        closed-caption text:name end_time:date language?:text speaker_id:name start_time:date
        collect-user-feedback-request custom?:map rating:count reason?:text user_session_id?:text
        complaint code:count message:text should_retry?:flag
        connect-request user:user token?:bytes client_key?:bytes sealed_token?:bytes resume?:text last_event?:count
        connection-quality-update user_id:name session_id:name connection_quality:0..3
        create-device-request id:name voip_token?:flag push_provider:name push_provider_name?:text
        create-guest-request user:user
        create-guest-response user:user access_token:bytes
        delete-call-request hard?:flag
        device id:name voip?:flag user_id:name created_at:date push_provider:name push_provider_name?:text
        edge-response id:name host:name port:count location:name
        egress-hls-response status:starting|running playlist_url:name
        egress-response hls?:egress-hls-response rtmps?:[egress-rtmp-response] broadcasting?:flag
          raw_recording?:recording frame_recording?:recording composite_recording?:recording
          individual_recording?:recording
        egress-rtmp-response name:name status:starting|running started_at?:date stream_url:name
        event-batch first:count events:[coordinator-event]
        feature-settings mode:available|disabled|auto-on
        get-call-response call:call-response as_of:count created?:flag members?:[member]
          own_capabilities:[text]
        get-edges-response edges:[edge-response]
        get-or-create-call-request data?:call-data ring?:flag video?:flag notify?:flag members_limit?:count
        get-participants-response session_id?:text participants?:[session-participant]
          participants_count_by_role?:{count} anonymous_participant_count?:count
        go-live-request start_hls?:flag start_recording?:flag start_transcription?:flag
          start_closed_caption?:flag start_rtmp_broadcasts?:flag recording_storage_name?:name
          transcription_storage_name?:name
        inbound-video-state user_id:name session_id:name track_type:1..4 paused:flag
        join-call-request data?:call-data ring?:flag video?:flag create?:flag notify?:flag members_limit?:count
          migrating_from?:text migrating_from_list?:[text] hint_high_scale_livestream_publisher?:flag
        join-call-response call:call-response as_of:count created?:flag members?:[member]
          credentials:sfu-credentials stats_options:stats-options own_capabilities:[text]
        kick-user-request block?:flag user_id:name
        limits-settings max_participants?:count max_duration_seconds?:count
        list-devices-response devices?:[device]
        list-recordings-response recordings?:[stored-file]
        media-path-response port:port password:name username:name
        member role?:text user:user custom?:map
        member-page next?:text prev?:text members?:[member]
        member-request role?:text custom?:map user_id:name
        mute-users-request audio?:flag video?:flag user_ids?:[text] screenshare?:flag mute_all_users?:flag
          screenshare_audio?:flag
        noise-cancellation-request session_id:name
        participant-count total:count anonymous?:count
        participant-reference user_id:name session_id:name
        publish-option fps?:count codec:name bitrate?:count track_type:1..4 video_dimension?:video-dimension
        publisher-stats packets_sent:count
        query-call-members-request id:name type:name next?:text prev?:text sort?:[sort-param] limit?:count
          filter?:map
        query-call-stats-request next?:text prev?:text sort?:[sort-param] limit?:count filter?:map
        query-calls-request next?:text prev?:text sort?:[sort-param] limit?:count filter?:map watch?:flag
        reaction type:name user:user custom?:map emoji_code?:text
        reconnect-details reason?:text strategy:integer from_sfu_id?:text subscriptions?:[track-subscription]
          announced_tracks?:[track-info] reconnect_attempt?:count previous_session_id?:text
        recording status:starting|running
        reject-call-request reason?:text
        request-permission-request permissions?:[text]
        ring-call-request video?:flag members_ids?:[text]
        ring-settings auto_cancel_timeout_ms:count missed_call_timeout_ms:count
          incoming_call_timeout_ms:count
        ring-state-response call_cid:cid ended_at?:date missed_by?:{date} is_ringing?:flag session_id?:text
          accepted_by?:{date} rejected_by?:{date} rung_user_ids?:[text]
        rtmp address:name
        rtmp-broadcast-request name:name stream_key?:text stream_url:name
        send-event-request custom:map
        send-reaction-request type:name custom?:map emoji_code?:text
        send-reaction-response reaction:reaction
        send-stats-request session_id:name publisher_stats:publisher-stats subscriber_stats:subscriber-stats
        sender-quality active:flag track_type:1..4 max_bitrate?:count
        session-participant role?:text user:user joined_at:date hand_raised_at?:date user_session_id:name
        set-publisher-request as_of?:count tracks?:[track-info] session_id:name
        sfu-call-state pins?:[participant-reference] started_at:date participants:[sfu-participant]
          participant_count:participant-count
        sfu-credentials host:name port:port token:bytes edge_name:name
        sfu-event-batch first:count events:[sfu-event]
        sfu-health-request session_id:name
        sfu-health-response participant_count:participant-count
        sfu-join-request media?:flag token:bytes source?:0..6 session_id:name capabilities?:[text]
          fast_reconnect?:flag announced_tracks?:[track-info] reconnect_details?:reconnect-details
          unified_session_id?:text
        sfu-join-response path?:media-path-response call_state:sfu-call-state reconnected?:flag
          publish_options?:[publish-option] fast_reconnect_deadline_seconds?:count
        sfu-leave-request token?:bytes reason?:text session_id:name
        sfu-participant user:user roles?:[text] source?:0..6 sources?:[track-source] joined_at:date
          session_id:name audio_level?:number is_speaking?:flag published_tracks?:[1..4]
          connection_quality?:0..3 is_dominant_speaker?:flag track_lookup_prefix?:text
        sort-param field:name direction:integer
        start-closed-captions-request language?:name external_storage?:name enable_transcription?:flag
        start-hls-broadcasting-response playlist_url:name
        start-recording-request recording_external_storage?:name
        start-rtmp-broadcasts-request broadcasts:[rtmp-broadcast-request]
        start-transcription-request language?:name enable_closed_captions?:flag
          transcription_external_storage?:name
        stats-options enable_rtc_stats:flag reporting_interval_ms:count
        stop-closed-captions-request stop_transcription?:flag
        stop-live-request continue_hls?:flag continue_recording?:flag continue_transcription?:flag
          continue_closed_caption?:flag continue_rtmp_broadcasts?:flag
        stop-transcription-request stop_closed_captions?:flag
        stored-file url:name end_time:date filename:name session_id:name start_time:date
        subscriber-stats packets_received:count packets_lost:count jitter_us?:count
        thumbnail-response image_url:name
        thumbnails-settings enabled?:flag
        track-info ssrc?:source muted?:flag track_id?:text track_type:1..4
        track-mute-state muted:flag track_type:1..4
        track-source ssrc:source track_type:1..4
        track-subscription user_id:name session_id:name dimension?:video-dimension track_type:1..4
        update-call-members-request remove_members?:[text] update_members?:[member-request]
        update-call-members-response members?:[member]
        update-call-request custom?:map starts_at?:date settings_override?:~call-settings
        update-mute-states-request session_id:name mute_states:[track-mute-state]
        update-subscriptions-request tracks?:[track-subscription] session_id:name
        update-user-permissions-request user_id:name grant_permissions?:[text] revoke_permissions?:[text]
        user id:name name?:text role?:text image?:text custom?:map
        user-id-request user_id:name
        video-dimension width:count height:count
        video-settings enabled?:flag camera_default_on?:flag
        """)
}
