import CallCore
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// A coordinator that opens streams, answers other requests without content, and keeps the requests.
@MainActor
private final class KeepingSocket: DatagramSocket {
    struct Request: Hashable {
        var method: CoAP.Code
        var path: [String]
        var query: [String]
        var payload: [UInt8]
    }

    let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
    private(set) var requests: [Request] = []

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        guard let message = try? CoAP.Message(decoding: bytes), message.code.isRequest else { return }
        let options = message.options
        requests.append(
            Request(method: message.code, path: options.uriPath, query: options.uriQuery, payload: message.payload))
        guard options.uriPath.last != "join" else { return }
        let isOpening = options.uriPath.last == "connect"
        var response = CoAP.Message(
            type: .acknowledgement, code: isOpening ? .content : .changed, messageID: message.messageID,
            token: message.token, payload: isOpening ? EventBatch.opening.encoded() : content(options.uriPath))
        if isOpening { response.options.observe = 1 }
        Task { onDatagram?(response.encoded(), destination) }
    }

    func close() {}

    private func content(_ path: [String]) -> [UInt8] {
        switch path.last {
        case "members": UpdateCallMembersResponse { $0.members = [] }.encoded()
        case "go_live":
            CallChangeResponse {
                $0.call = CallResponse(cid: ServingSocket.cid, createdBy: User(id: "alice"), createdAt: .virtualStart)
            }.encoded()
        default: EmptyBody().encoded()
        }
    }
}

/// The requests of a client, as they leave it.
@MainActor
@Suite struct RequestsOfACallTests {
    private static let cid = CallCid(type: "default", id: "standup")
    private let socket = KeepingSocket()

    private func client() -> StreamVideo {
        StreamVideo(
            user: User(id: "alice"), coordinator: SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683),
            environment: CallEnvironment(
                scheduler: ManualScheduler(), generator: SeededGenerator(seed: 1), socket: socket),
            tokenProvider: { [1] })
    }

    private func connected() async throws -> StreamVideo {
        let client = client()
        try await client.connect()
        return client
    }

    /// Checks that an action sends one request, and returns the call.
    @discardableResult
    private func check(
        _ route: CoordinatorRoute, _ body: (some Body)?, _ action: (Call) async throws -> Void
    ) async throws -> Call {
        let client = try await connected()
        let call = client.call(Self.cid)
        call.updateState {
            $0.update(from: CallResponse(cid: Self.cid, createdBy: User(id: "alice"), createdAt: .virtualStart))
            $0.merge(["alice", "bob", "carol"].map { id in Member { $0.user = User(id: id) } })
        }
        let before = socket.requests.count
        try await action(call)
        let sent = Array(socket.requests.dropFirst(before))
        let expected = KeepingSocket.Request(
            method: route.method, path: route.path, query: ["connection_id=c"], payload: body?.encoded() ?? [])
        #expect(sent == [expected], "\(route)")
        return call
    }

    private let nothing: EmptyBody? = nil

    @Test func `a mute names one user or all, and its tracks`() async throws {
        for (audio, video) in [(true, false), (false, true), (true, true)] {
            let one = MuteUsersRequest {
                $0.userIds = ["bob"]
                $0.audio = audio
                $0.video = video
            }
            try await check(.call(Self.cid, .muteUsers), one) {
                try await $0.mute(userId: "bob", audio: audio, video: video)
            }
            let all = MuteUsersRequest {
                $0.muteAllUsers = true
                $0.audio = audio
                $0.video = video
            }
            try await check(.call(Self.cid, .muteUsers), all) { try await $0.muteAllUsers(audio: audio, video: video) }
        }
        let both = MuteUsersRequest {
            $0.userIds = ["bob"]
            $0.audio = true
            $0.video = true
        }
        try await check(.call(Self.cid, .muteUsers), both) { try await $0.mute(userId: "bob") }
    }

    @Test func `a success changes the blocked users and the members without an event`() async throws {
        let kick = KickUserRequest { $0.userId = "bob" }
        let kicked = try await check(.call(Self.cid, .kick), kick) { try await $0.kickUser(userId: "bob") }
        #expect(kicked.state.blockedUserIds == [])
        let ban = KickUserRequest {
            $0.userId = "bob"
            $0.block = true
        }
        let banned = try await check(.call(Self.cid, .kick), ban) { try await $0.kickUser(userId: "bob", block: true) }
        #expect(banned.state.blockedUserIds == ["bob"])
        let user = UserIdRequest { $0.userId = "bob" }
        let blocked = try await check(.call(Self.cid, .block), user) { try await $0.blockUser(with: "bob") }
        #expect(blocked.state.blockedUserIds == ["bob"])
        let free = try await check(.call(Self.cid, .unblock), user) {
            $0.updateState { $0.setBlocked("bob", true) }
            try await $0.unblockUser(with: "bob")
        }
        #expect(free.state.blockedUserIds == [])
        let removal = UpdateCallMembersRequest { $0.removeMembers = ["bob", "carol"] }
        let removed = try await check(.call(Self.cid, .updateMembers), removal) {
            try await $0.removeMembers(ids: ["bob", "carol"])
        }
        #expect(removed.state.members.map(\.userId) == ["alice"])
    }

    @Test func `a pin names the user and the session`() async throws {
        let pin = ParticipantReference {
            $0.userId = "bob"
            $0.sessionId = "s"
        }
        try await check(.call(Self.cid, .pin), pin) { try await $0.pinForEveryone(userId: "bob", sessionId: "s") }
        try await check(.call(Self.cid, .unpin), pin) { try await $0.unpinForEveryone(userId: "bob", sessionId: "s") }
    }

    @Test func `permissions are requested, granted and revoked with a request each`() async throws {
        let wanted = RequestPermissionRequest { $0.permissions = [.sendAudio] }
        try await check(.call(Self.cid, .requestPermission), wanted) { try await $0.requestPermissions([.sendAudio]) }
        let grant = UpdateUserPermissionsRequest {
            $0.userId = "bob"
            $0.grantPermissions = [.sendAudio, .sendVideo]
        }
        try await check(.call(Self.cid, .userPermissions), grant) {
            try await $0.grantPermissions([.sendAudio, .sendVideo], for: "bob")
        }
        let revoke = UpdateUserPermissionsRequest {
            $0.userId = "bob"
            $0.revokePermissions = [.sendVideo]
        }
        try await check(.call(Self.cid, .userPermissions), revoke) {
            try await $0.revokePermissions([.sendVideo], for: "bob")
        }
    }

    @Test func `recordings and broadcasts are started and stopped with a request each`() async throws {
        let storage = StartRecordingRequest { $0.externalStorage = "vault" }
        for type in RecordingType.allCases {
            let call = try await check(.egress(Self.cid, .startRecording(type)), storage) {
                try await $0.startRecording(type, externalStorage: "vault")
            }
            #expect(call.state.recordingState == .requested)
            try await check(.egress(Self.cid, .stopRecording(type)), nothing) { try await $0.stopRecording(type) }
        }
        try await check(.egress(Self.cid, .startFrameRecording), storage) {
            try await $0.startFrameRecording(externalStorage: "vault")
        }
        try await check(.egress(Self.cid, .stopFrameRecording), nothing) { try await $0.stopFrameRecording() }
        try await check(.egress(Self.cid, .deleteRecording(sessionId: "s", filename: "f")), nothing) {
            try await $0.deleteRecording(sessionId: "s", filename: "f")
        }
        try await check(.egress(Self.cid, .stopBroadcasting), nothing) { try await $0.stopHLS() }
        try await check(.egress(Self.cid, .stopRTMPBroadcast(name: "tube")), nothing) {
            try await $0.stopRTMPBroadcast(name: "tube")
        }
        try await check(.egress(Self.cid, .stopAllRTMPBroadcasts), nothing) { try await $0.stopAllRTMPBroadcasts() }
    }

    @Test func `going live names a storage for the recording and another for the transcription`() async throws {
        let live = GoLiveRequest {
            $0.startRecording = true
            $0.startTranscription = true
            $0.recordingStorage = "vault"
            $0.transcriptionStorage = "shelf"
        }
        try await check(.egress(Self.cid, .goLive), live) {
            try await $0.goLive(
                startRecording: true, startTranscription: true, recordingStorageName: "vault",
                transcriptionStorageName: "shelf")
        }
    }

    @Test func `a rating before a join names no session`() async throws {
        let rating = CollectUserFeedbackRequest {
            $0.rating = 4
            $0.reason = "clear"
            $0.custom = ["a": 1]
        }
        try await check(.call(Self.cid, .submitFeedback), rating) {
            try await $0.collectUserFeedback(rating: 4, reason: "clear", custom: ["a": 1])
        }
        let later = CollectUserFeedbackRequest {
            $0.rating = 1
            $0.userSessionId = "s"
        }
        try await check(.call(Self.cid, .submitFeedback), later) {
            $0.updateState { $0.sessionId = "s" }
            try await $0.collectUserFeedback(rating: 1)
        }
        try await check(.call(Self.cid, .raiseHand), nothing) { try await $0.raiseHand() }
        try await check(.call(Self.cid, .lowerHand), nothing) { try await $0.lowerHand() }
    }

    @Test func `a device is registered and removed by its id`() async throws {
        let client = try await connected()
        try await client.setDevice(id: "phone", pushProvider: "firebase", isVoip: true)
        try await client.deleteDevice(id: "phone")
        let device = CreateDeviceRequest {
            $0.id = "phone"
            $0.pushProvider = "firebase"
            $0.voipToken = true
        }
        #expect(socket.requests.dropFirst().map(\.payload) == [device.encoded(), []])
        #expect(socket.requests.last?.query == ["connection_id=c", "id=phone"])
    }

    @Test func `a closed connection is closed once, and carries no later request`() async throws {
        let client = try await connected()
        try await client.disconnect()
        #expect(socket.requests.last?.path == CoordinatorRoute.disconnect.path)
        let count = socket.requests.count
        try await client.disconnect()
        await #expect(throws: NotConnectedError()) { try await client.listDevices() }
        await #expect(throws: NotConnectedError()) { try await client.call(Self.cid).accept() }
        #expect(socket.requests.count == count && !client.coordinator.isConnected)
    }

    @Test func `the first call of a client counts among its leftovers`() async throws {
        let client = try await connected()
        let call = client.call(Self.cid)
        let join = Task { try await call.join() }
        while call.join == nil { await Task.yield() }
        #expect(client.leftovers.contains("the join of default:standup"))
        call.leave()
        await #expect(throws: CallLeftError(cid: Self.cid, reason: nil)) { try await join.value }
        #expect(!client.leftovers.contains("the join of default:standup"))
    }

    // MARK: Before the first response

    @Test func `a session without a response has no open stream, and needs an address`() throws {
        let client = client()
        func session(_ host: String, _ port: Int) throws -> SFUClient {
            let credentials = SFUCredentials {
                $0.edgeName = "sfu-1"
                $0.host = host
                $0.port = port
            }
            return try client.makeSFUClient(sessionId: "s", credentials) { _, _ in }
        }
        let sfu = try session("127.0.1.1", 5683)
        #expect(!sfu.isListening && !sfu.isSocketUp)
        #expect(try sfu.isSameSession(as: session("127.0.1.1", 5683)))
        #expect(try !sfu.isSameSession(as: session("127.0.1.2", 5683)))
        #expect(throws: RequestError.self) { try session("a name", 5683) }
        #expect(throws: RequestError.self) { try session("127.0.1.1", 65_536) }
    }

    @Test func `each datagram of neither protocol counts once`() {
        let client = client()
        for count in 1...5 {
            socket.onDatagram?([0x80, 0, 0x70, 7], SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683))
            #expect(client.strayDatagrams == count)
        }
        let reported = (1...64).filter(MediaSession.isWorthReporting)
        #expect(reported == [1, 2, 3, 4, 8, 16, 32, 64])
    }

    @Test func `a view model shows the state of its call, and defaults without one`() {
        let viewModel = CallViewModel(streamVideo: client())
        #expect(viewModel.connectionPhase == .disconnected && viewModel.recordingState == .noRecording)
        #expect(viewModel.blockedUsers.isEmpty && viewModel.callParticipants.isEmpty)
        viewModel.handle(.externalJoinBegan(Self.cid))
        viewModel.call?.updateState {
            $0.connectionPhase = .connecting
            $0.requestRecording()
            $0.setBlocked("bob", true)
        }
        #expect(viewModel.connectionPhase == .connecting && viewModel.recordingState == .requested)
        #expect(viewModel.blockedUsers.map(\.id) == ["bob"])
    }
}
