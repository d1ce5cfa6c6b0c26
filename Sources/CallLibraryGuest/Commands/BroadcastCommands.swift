import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let broadcasts = Argument(
        "broadcasts", .named(.segment), "RTMP servers by the names of the broadcasts to them",
        such: "broadcasts: {tube: \"rtmp://tube.example/live\"}")
}

extension Commands {
    /// The methods of `Call` that broadcast it; they throw.
    static let broadcastCommands: [CommandRow] = [
        .call("call.startHLS", "starts the HLS broadcast", takes: [.call]) { call, _ in try await call.startHLS() },
        .call("call.stopHLS", "stops the HLS broadcast", takes: [.call]) { call, _ in try await call.stopHLS() },
        .call("call.startRTMPBroadcasts", "broadcasts to RTMP servers", needs: [.broadcasts], takes: [.call]) {
            call, arguments in
            let broadcasts = arguments.entries(.broadcasts).compactMap { entry -> RTMPBroadcastRequest? in
                guard case .text(let address) = entry.value else { return nil }
                return RTMPBroadcastRequest(name: entry.key, streamURL: address)
            }
            try await call.startRTMPBroadcasts(broadcasts)
        },
        .call("call.stopRTMPBroadcast", "stops one RTMP broadcast", needs: [.broadcast], takes: [.call]) {
            try await $0.stopRTMPBroadcast(name: try $1.needed(.broadcast))
        },
        .call("call.stopAllRTMPBroadcasts", "stops all RTMP broadcasts", takes: [.call]) { call, _ in
            try await call.stopAllRTMPBroadcasts()
        },
    ]
}
