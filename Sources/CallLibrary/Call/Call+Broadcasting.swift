public import Signaling

extension Call {
    /// Starts a broadcast over HLS. ``CallStateValues/hlsPlaylistUrl`` is set when it begins.
    ///
    /// - Returns: The address of the broadcast.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-broadcast-call`, `wrongState` when the
    ///   call is already broadcast or has no participants.
    @discardableResult
    public func startHLS() async throws -> StartHLSBroadcastingResponse {
        try await send(.startBroadcasting)
    }

    /// Stops the broadcast over HLS.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-broadcast-call`, `wrongState` when the
    ///   call is not broadcast.
    public func stopHLS() async throws {
        let _: EmptyBody = try await send(.stopBroadcasting)
    }

    /// Starts broadcasts to RTMP servers.
    ///
    /// - Throws: as ``startHLS()``; `inputError` for a duplicate name or an address that is not RTMP.
    public func startRTMPBroadcasts(_ broadcasts: [RTMPBroadcastRequest]) async throws {
        let request = StartRTMPBroadcastsRequest { $0.broadcasts = broadcasts }
        let _: EmptyBody = try await send(.startRTMPBroadcasts, request)
    }

    /// Stops the broadcast with the given name to an RTMP server.
    ///
    /// - Throws: as ``stopHLS()``.
    public func stopRTMPBroadcast(name: String) async throws {
        let _: EmptyBody = try await send(.stopRTMPBroadcast(name: name))
    }

    /// Stops all broadcasts to RTMP servers.
    ///
    /// - Throws: as ``stopHLS()``.
    public func stopAllRTMPBroadcasts() async throws {
        let _: EmptyBody = try await send(.stopAllRTMPBroadcasts)
    }
}
