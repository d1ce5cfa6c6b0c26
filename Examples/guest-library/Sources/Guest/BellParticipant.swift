import Bell
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

/// A participant with a phone of Bell: commands of scenarios become those of the phone, and its states become theirs.
final class BellParticipant: RegisteredParticipant {
    private let context: ParticipantContext
    private let phone: BellPhone

    init(_ context: ParticipantContext) {
        self.context = context
        phone = BellPhone(
            user: context.userId, exchange: BellPlace(context.coordinator),
            limits: BellPhone.Limits(
                calling: context.limits.cancel, rung: context.limits.incoming, check: context.limits.interceptor)
        ) { [socket = context.socket] bytes, place in socket.send(bytes, to: SocketAddress(place)) }
        phone.check = context.interceptor
        context.report("callingState", .text("idle"))
        context.report("roster", .list([]))
        phone.onState = { [weak context] in context?.report("callingState", .text($0.callingState)) }
        phone.onPeople = { [weak context] users in context?.report("roster", .list(users.map { .text($0) })) }
        context.socket.onDatagram = { [weak phone] in phone?.receive($0, from: BellPlace($1)) }
    }

    func connect() async throws { try await phone.signIn() }

    func perform(_ command: ReceivedCommand) async throws {
        switch command.name {
        case "ring": try await phone.call(command.members, room: command.call.map { "\($0.type):\($0.id)" } ?? "room")
        case "accept": await accept()
        case "reject": try await phone.decline()
        case "hangUp": try await phone.hangUp()
        default: throw UnsupportedCommand(command.name)
        }
    }

    /// Takes the call. In scenarios this command throws nothing, so that an error is a line of the journal.
    private func accept() async {
        do {
            try await phone.pickUp()
        } catch {
            context.note("the call was not entered", [("error", "\(error)")])
        }
    }

    func leave() async {
        try? await phone.hangUp()
        phone.close()
    }
}

/// The exchange of a run.
final class BellServer: GuestServer {
    private let exchange: BellExchange

    init(_ context: GuestServerContext) {
        exchange = BellExchange { [socket = context.socket] in socket.send($0, to: SocketAddress($1)) }
        context.socket.onDatagram = { [weak exchange] in exchange?.receive($0, from: BellPlace($1)) }
    }

    func stop() { exchange.close() }
}

extension BellPhone.State {
    /// The word of scenarios for it.
    fileprivate var callingState: String {
        switch self {
        case .quiet: "idle"
        case .calling: "outgoing"
        case .rung: "incoming"
        case .entering: "joining"
        case .talking: "inCall"
        }
    }
}

extension BellPlace {
    fileprivate init(_ address: SocketAddress) { self.init(host: address.host.value, port: address.port) }
}

extension SocketAddress {
    fileprivate init(_ place: BellPlace) { self.init(host: HostAddress(value: place.host), port: place.port) }
}
