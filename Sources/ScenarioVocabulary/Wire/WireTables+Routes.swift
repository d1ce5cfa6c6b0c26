package import ScenarioLanguage

extension WireTables {
    /// The routes of wire.md: the method, the path, the body of the request, and those of the response.
    package static let routes = routes(
        """
        FETCH /video/connect connect-request event-batch
        GET /video/connect - -
        DELETE /video/connect - -
        GET /video/call/*/* - get-call-response
        POST /video/call/*/* get-or-create-call-request get-call-response
        POST /video/call/*/*/join join-call-request join-call-response
        POST /video/call/*/*/ring ring-call-request get-call-response
        POST /video/call/*/*/accept - call-change-response
        POST /video/call/*/*/reject reject-call-request call-change-response
        POST /video/call/*/*/mark_ended - call-change-response
        POST /video/call/*/*/event send-event-request -
        POST /video/call/*/*/block user-id-request -
        POST /video/call/*/*/unblock user-id-request -
        POST /video/call/*/*/kick kick-user-request -
        POST /video/call/*/*/mute_users mute-users-request -
        POST /video/call/*/*/pin participant-reference -
        POST /video/call/*/*/unpin participant-reference -
        POST /video/call/*/*/user_permissions update-user-permissions-request -
        POST /video/call/*/*/request_permission request-permission-request -
        PATCH /video/call/*/* update-call-request get-call-response
        POST /video/call/*/*/delete delete-call-request call-change-response
        POST /video/call/*/*/members update-call-members-request update-call-members-response
        GET /video/call/*/*/participants - get-participants-response
        GET /video/call/*/*/ring_state - ring-state-response
        POST /video/call/*/*/reaction send-reaction-request send-reaction-response
        POST /video/call/*/*/raise_hand - -
        POST /video/call/*/*/lower_hand - -
        POST /video/call/*/*/feedback collect-user-feedback-request -
        POST /video/call/*/*/go_live go-live-request call-change-response
        POST /video/call/*/*/stop_live stop-live-request call-change-response
        GET /video/call/*/*/recordings - list-recordings-response
        POST /video/call/*/*/start_frame_recording start-recording-request -
        POST /video/call/*/*/stop_frame_recording - -
        POST /video/call/*/*/start_broadcasting - start-hls-broadcasting-response
        POST /video/call/*/*/stop_broadcasting - -
        POST /video/call/*/*/rtmp_broadcasts start-rtmp-broadcasts-request -
        POST /video/call/*/*/start_transcription start-transcription-request -
        POST /video/call/*/*/stop_transcription stop-transcription-request -
        POST /video/call/*/*/start_closed_captions start-closed-captions-request -
        POST /video/call/*/*/stop_closed_captions stop-closed-captions-request -
        POST /video/call/*/*/recordings/composite/start start-recording-request -
        POST /video/call/*/*/recordings/composite/stop - -
        POST /video/call/*/*/recordings/individual/start start-recording-request -
        POST /video/call/*/*/recordings/individual/stop - -
        POST /video/call/*/*/recordings/raw/start start-recording-request -
        POST /video/call/*/*/recordings/raw/stop - -
        DELETE /video/call/*/*/*/recordings/* - -
        POST /video/call/*/*/rtmp_broadcasts/stop - -
        POST /video/call/*/*/rtmp_broadcasts/*/stop - -
        POST /video/calls query-calls-request call-state-response-page
        POST /video/call/members query-call-members-request member-page
        POST /video/call/stats query-call-stats-request call-stats-report-summary-page
        POST /video/devices create-device-request -
        GET /video/devices - list-devices-response
        DELETE /video/devices - -
        GET /video/edges - get-edges-response
        POST /video/guest create-guest-request create-guest-response
        FETCH /sfu/join sfu-join-request sfu-join-response|sfu-event-batch
        POST /sfu/leave sfu-leave-request -
        POST /sfu/health sfu-health-request sfu-health-response
        POST /sfu/set_publisher set-publisher-request -
        POST /sfu/update_mute_states update-mute-states-request -
        POST /sfu/update_subscriptions update-subscriptions-request -
        POST /sfu/send_stats send-stats-request -
        POST /sfu/start_noise_cancellation noise-cancellation-request -
        POST /sfu/stop_noise_cancellation noise-cancellation-request -
        """)

    /// Returns the route of a method and a path; nil for none in the tables.
    package static func route(_ method: UInt8, _ path: [UInt8]) -> Route? {
        guard methods.indices.contains(Int(method)) else { return nil }
        let name = methods[Int(method)]
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        return routes[segments.count]?.first { route in
            route.method == name
                && zip(route.path, segments).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1) }
        }
    }

    private static let methods = ["", "GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"]
}

extension WireTables {
    /// The endpoints and bodies of the coordinator and of SFUs.
    static let standard = WireTables(
        routes: routes, parts: parts, coordinatorEvents: coordinatorEvents, sfuEvents: sfuEvents)
}
