// Joins a call on `rollcall serve`, tells what happens, stays for some seconds, and leaves.
//
//     rollcall serve
//     JoinCall 127.0.0.1:5683 alice d18343a1… default:standup 10
import CallLibrary
import Glibc
import Loop
import Observation
import Sockets

struct Usage: Error { let usage = "JoinCall HOST:PORT USER TOKEN TYPE:ID [SECONDS]" }

/// What the command line says.
struct Plan {
    let coordinator: SocketAddress
    let user: User
    let token: [UInt8]
    let cid: CallCid
    let stay: Duration

    init(_ words: [String]) throws {
        let address = words.first?.split(separator: ":") ?? []
        guard (4...5).contains(words.count), address.count == 2, let host = HostAddress(address[0]),
            let port = UInt16(address[1]), let cid = CallCid(words[3]),
            let seconds = words.count == 5 ? Int(words[4]) : 0
        else { throw Usage() }
        coordinator = SocketAddress(host: host, port: port)
        user = User(id: words[1])
        let digits = Array(words[2])
        token = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        self.cid = cid
        stay = .seconds(seconds)
    }
}

/// Says it at once, also to a pipe.
func say(_ text: String) {
    print(text)
    fflush(nil)
}

@MainActor
func attend(_ plan: Plan) async throws {
    // Any address of this machine, any free port. Nobody may guess the ids, so the system decides them.
    let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let environment = CallEnvironment(
        scheduler: EventLoop.shared, generator: SeededGenerator(secret: secret),
        socket: try UDPSocket(SocketAddress(host: HostAddress(0, 0, 0, 0), port: 0)))
    let client = StreamVideo(user: plan.user, coordinator: plan.coordinator, environment: environment) { plan.token }
    try await client.connect()
    say("connected as \(client.user.name)")

    let viewModel = CallViewModel(streamVideo: client)
    viewModel.joinCall(callType: plan.cid.type, callId: plan.cid.id)
    for await state in Observations({ viewModel.callingState }) {
        say("calling state: \(state.name)")
        if state == .inCall {
            say("in the call: \(viewModel.callParticipants.values.map(\.userId).sorted().joined(separator: ", "))")
            try await Task.sleep(for: plan.stay)
            viewModel.hangUp()
        } else if state == .idle, viewModel.call == nil {
            break
        }
    }
    try await client.disconnect()
    if let error = viewModel.error { throw error }
}

// First thing: from here on the loop runs all that is asynchronous.
EventLoop.install()
_ = EventLoop.shared.run(clock: .real) {
    do {
        try await attend(Plan(Array(CommandLine.arguments.dropFirst())))
    } catch {
        say("failed: \(error)")
        exit(1)
    }
}
