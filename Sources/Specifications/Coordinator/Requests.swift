import Timing

/// The requests that commands send.
struct Requests: Specification {
    /// The operation that each command requests. A command that may return without a request is not listed.
    fileprivate static let operations: [(command: String, operation: Substring)] = [
        ("call.create", "getOrCreate"), ("call.createBackstage", "getOrCreate"), ("call.get", "get"),
        ("call.update", "update"), ("call.delete", "delete"), ("call.end", "markEnded"),
        ("call.ring", "ring"), ("call.getRingState", "getRingState"), ("call.getParticipants", "getParticipants"),
        ("call.addMembers", "updateMembers"), ("call.updateMembers", "updateMembers"),
        ("call.removeMembers", "updateMembers"), ("call.queryMembers", "queryMembers"),
        ("call.blockUser", "block"), ("call.unblockUser", "unblock"), ("call.kickUser", "kick"),
        ("call.muteUsers", "muteUsers"), ("call.mute", "muteUsers"), ("call.muteAllUsers", "muteUsers"),
        ("call.pinForEveryone", "pin"), ("call.unpinForEveryone", "unpin"),
        ("call.raiseHand", "raiseHand"), ("call.lowerHand", "lowerHand"),
        ("call.grantPermissions", "userPermissions"), ("call.revokePermissions", "userPermissions"),
        ("call.requestPermissions", "requestPermission"),
        ("call.sendReaction", "sendReaction"), ("call.sendCustomEvent", "sendEvent"),
        ("call.collectUserFeedback", "submitFeedback"),
        ("call.goLive", "goLive"), ("call.stopLive", "stopLive"),
        ("call.startHLS", "startBroadcasting"), ("call.stopHLS", "stopBroadcasting"),
        ("call.startRTMPBroadcasts", "startRTMPBroadcasts"), ("call.stopRTMPBroadcast", "stopRTMPBroadcast"),
        ("call.stopAllRTMPBroadcasts", "stopAllRTMPBroadcasts"),
        ("call.startRecording", "startRecording"), ("call.stopRecording", "stopRecording"),
        ("call.startFrameRecording", "startFrameRecording"), ("call.stopFrameRecording", "stopFrameRecording"),
        ("call.startTranscription", "startTranscription"), ("call.stopTranscription", "stopTranscription"),
        ("call.startClosedCaptions", "startClosedCaptions"), ("call.stopClosedCaptions", "stopClosedCaptions"),
        ("call.listRecordings", "listRecordings"), ("call.deleteRecording", "deleteRecording"),
        ("queryCalls", "queryCalls"), ("listCalls", "queryCalls"), ("queryCallStats", "queryCallStats"),
        ("setDevice", "createDevice"), ("listDevices", "listDevices"), ("deleteDevice", "deleteDevice"),
    ]

    static let page = SpecificationPage(
        name: "requests of commands",
        statement: "A command that returns has sent its request, and the request was granted. A refusal says why.",
        source: "wire.md, the tables of requests",
        arrows: operations.map { SpecificationPage.Arrow(from: $0.command, to: "\($0.operation)", guards: ["granted"]) }
    )

    private static let operationOf = Dictionary(uniqueKeysWithValues: operations.map { ($0.command, $0.operation) })

    /// A command that has not returned.
    private struct Pending {
        let participant: String
        let name: String
        let number: Int
        let user: String
        let operation: Substring
        var isGranted = false
    }

    private var pending: [Pending] = []
    /// The users whose requests the server has answered. Users of other servers are not judged.
    private var users: Set<Substring> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .command(let participant, let name, let number):
            guard let operation = Self.operationOf[name] else { return nil }
            pending.append(
                Pending(
                    participant: participant, name: name, number: number, user: run.user(of: participant),
                    operation: operation))
        case .request(let request):
            users.insert(request.user)
            if !request.isGranted, request.refusal?.isEmpty ?? true {
                return Refusal(
                    "\(request.operation) of \(request.user)", "it is refused with \(request.code) without a reason",
                    allowed: ["a refusal with its reason"])
            }
            guard request.isGranted, !pending.isEmpty else { return nil }
            let operation = request.operation.prefix { $0 != "/" }
            for index in pending.indices where pending[index].user == request.user {
                if pending[index].operation == operation { pending[index].isGranted = true }
            }
        case .returned(let participant, let number, let hasFailed):
            guard let command = take(participant, number), !hasFailed else { return nil }
            return refusal(of: command)
        default: break
        }
        return nil
    }

    private mutating func take(_ participant: String, _ number: Int) -> Pending? {
        pending.firstIndex { $0.participant == participant && $0.number == number }.map { pending.remove(at: $0) }
    }

    private func refusal(of command: Pending) -> Refusal? {
        guard !command.isGranted, users.contains(Substring(command.user)) else { return nil }
        return Refusal(
            "\(command.name) of \(command.participant)", "it returned, and the server has granted no request for it",
            allowed: ["a granted request \(command.operation) of \(command.user)"])
    }
}

extension SpecificationWatch {
    /// The commands that send a request each time.
    package static let requestingCommands = Set(Requests.operations.map(\.command))
}
