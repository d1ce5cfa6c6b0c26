// Runs the samples of the documents in a call between two users of `rollcall serve`.
//
//     rollcall serve
//     documents 127.0.0.1:5683 ALICE-TOKEN BOB-TOKEN
import CallLibrary
import Glibc

struct Usage: Error { let usage = "documents HOST:PORT ALICE-TOKEN BOB-TOKEN" }

/// One user with the samples attached.
@MainActor
final class Phone {
    let streamVideo: StreamVideo
    let callViewModel: CallViewModel
    let screen: CallScreen
    private var seen: [String] = []
    private var subscriptions: Set<AnyCancellable> = []

    init(_ name: String, token: UserToken, coordinator: SocketAddress) throws {
        let streamVideo = try StreamVideo(user: User(id: name), token: token, coordinator: coordinator)
        // The sample that attaches the interceptor.
        let callViewModel = CallViewModel()
        callViewModel.callJoinInterceptor = ParticipantReadyCallJoinInterceptor(streamVideo: streamVideo)

        self.streamVideo = streamVideo
        self.callViewModel = callViewModel
        screen = CallScreen(viewModel: callViewModel, viewFactory: ViewFactory(), utils: Utils())
        callViewModel.$callingState.sink { [weak self] in self?.seen.append($0.name) }.store(in: &subscriptions)
    }

    /// Waits until the calling state has this name.
    func reaches(_ name: String) async throws {
        _ = try await callViewModel.$callingState.filter { $0.name == name }.nextValue()
    }

    var story: String { "\(streamVideo.user.id): \(seen.joined(separator: ", "))" }
    var shows: String { "\(streamVideo.user.id) sees: \(screen.shown.name ?? "nothing")" }
}

@MainActor
func runSamples(_ words: [String]) async throws {
    guard words.count == 3, let coordinator = SocketAddress(words[0]) else { throw Usage() }
    let alice = try Phone("alice", token: UserToken(words[1]), coordinator: coordinator)
    let bob = try Phone("bob", token: UserToken(words[2]), coordinator: coordinator)
    for phone in [alice, bob] { try await phone.streamVideo.connect() }
    let home = HomeViewController(callViewModel: bob.callViewModel)
    let navigation = UINavigationController(home)

    alice.callViewModel.startCall(
        callType: "default", callId: "standup", members: [MemberRequest(userId: "bob")], ring: true)
    try await bob.reaches("incoming")
    try await alice.reaches("outgoing")
    print(alice.shows)
    print(bob.shows)
    print("bob's call view is shown: \(CallViewHelper.shared.isCallViewShown && navigation.topViewController == home)")

    bob.callViewModel.acceptCall(callType: "default", callId: "standup")
    for phone in [alice, bob] { try await phone.reaches("inCall") }
    print(alice.shows)
    print("a participant speaks: \(alice.callViewModel.speaker != nil)")

    for phone in [alice, bob] {
        phone.callViewModel.hangUp()
        try await phone.reaches("idle")
        try await phone.streamVideo.disconnect()
    }
    print("bob's call view is shown: \(CallViewHelper.shared.isCallViewShown)")
    print(alice.story)
    print(bob.story)
}

do {
    try await runSamples(Array(CommandLine.arguments.dropFirst()))
} catch {
    print("failed: \(error)")
    exit(1)
}
