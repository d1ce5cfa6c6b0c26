public import Signaling

extension Call {
    /// Broadcasts over HLS; ``CallStateValues/hlsPlaylistUrl`` is there as soon as it began.
    ///
    /// - Returns: where the broadcast will be.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `start-broadcast-call`, `wrongState` when it is
    ///   broadcast already or nobody is in the call.
    @discardableResult
    public func startHLS() async throws -> StartHLSBroadcastingResponse {
        try await send(.startBroadcasting)
    }

    /// Stops broadcasting over HLS.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `stop-broadcast-call`, `wrongState` when it is
    ///   not broadcast.
    public func stopHLS() async throws {
        let _: EmptyBody = try await send(.stopBroadcasting)
    }

    /// Broadcasts to RTMP servers.
    ///
    /// - Throws: as ``startHLS()``; `inputError` when a name is there twice or an address is not RTMP's.
    public func startRTMPBroadcasts(_ broadcasts: [RTMPBroadcastRequest]) async throws {
        let request = StartRTMPBroadcastsRequest { $0.broadcasts = broadcasts }
        let _: EmptyBody = try await send(.startRTMPBroadcasts, request)
    }

    /// Stops the broadcast of that name to an RTMP server.
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
