// Joins a call on `rollcall serve`, prints what happens, stays for some seconds, and leaves.
//
//     rollcall serve
//     JoinCall 127.0.0.1:5683 alice d18343a1… default:standup 10
import CallLibrary
import Glibc

struct Usage: Error { let usage = "JoinCall HOST:PORT USER TOKEN TYPE:ID [SECONDS]" }

/// The arguments of the command line.
struct Plan {
    let coordinator: SocketAddress
    let user: User
    let token: UserToken
    let cid: CallCid
    let session: Duration

    init(_ words: [String]) throws {
        guard (4...5).contains(words.count), let coordinator = SocketAddress(words[0]), let cid = CallCid(words[3]),
            let seconds = words.count == 5 ? Int(words[4]) : 0
        else { throw Usage() }
        self.coordinator = coordinator
        user = User(id: words[1])
        token = UserToken(words[2])
        self.cid = cid
        session = .seconds(seconds)
    }
}

/// Prints a line at once, also to a pipe.
func say(_ text: String) {
    print(text)
    fflush(nil)
}

@MainActor
func attend(_ plan: Plan) async throws {
    let client = try StreamVideo(user: plan.user, token: plan.token, coordinator: plan.coordinator)
    try await client.connect()
    say("connected as \(client.user.name)")

    let viewModel = CallViewModel()
    viewModel.joinCall(callType: plan.cid.type, callId: plan.cid.id)
    for await state in viewModel.$callingState.values {
        say("calling state: \(state.name)")
        if state == .inCall {
            say("in the call: \(viewModel.callParticipants.values.map(\.userId).sorted().joined(separator: ", "))")
            try await Task.sleep(for: plan.session)
            viewModel.hangUp()
        } else if state == .idle {
            break
        }
    }
    try await client.disconnect()
    if let error = viewModel.error { throw error }
}

do {
    try await attend(Plan(Array(CommandLine.arguments.dropFirst())))
} catch {
    say("failed: \(error)")
    exit(1)
}
