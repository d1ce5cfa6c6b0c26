import ScenarioLanguage
import Sockets
import Timing
import Wire

/// Compares the arguments with which a view model starts a call with the request that creates the call.
///
/// A view model without a call sends that request at the instant of the command. One that is in a call ignores the command.
struct CreationWatch {
    private struct Command {
        let name: String
        let path: String
        let time: Instant
        let arguments: [ArgumentWatch.Expected]
    }

    /// The commands that create a call, and their arguments that are in the data of the request.
    private static let commands: Set<String> = ["ring", "startCall", "joinAndRing"]
    private static let data: Set<String> = ["members", "custom", "startsIn", "team"]
    private static let post: UInt8 = 2

    /// The last command of each client whose request has not been made.
    private var pending: [HostAddress: Command] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    /// Notes the start of a command of the client at an address.
    ///
    /// - Parameter isFree: True when its client is in no call. In one, it may join again at any instant.
    mutating func begin(
        _ command: ScenarioLanguage.Command, at host: HostAddress, _ now: Instant, isFree: Bool
    ) {
        // A request at this instant may be that of another command.
        pending[host] = nil
        let name = command.spec.name
        guard isFree, Self.commands.contains(name), let call = command.arguments.call else { return }
        let arguments = command.arguments.contents.filter { Self.data.contains($0.name) }
            .flatMap { ArgumentWatch.expected($0.name, $0.content) }
        guard !arguments.isEmpty else { return }
        pending[host] = Command(name: name, path: "/video/call/\(call)", time: now, arguments: arguments)
    }

    /// Notes a datagram that a client has made.
    mutating func made(_ datagram: DatagramRecord) {
        guard !pending.isEmpty, let command = pending[datagram.from.host], violation == nil else { return }
        guard command.time == datagram.time else {
            pending[datagram.from.host] = nil
            return
        }
        guard let frame = CoAPFrame(datagram.bytes), frame.code == Self.post, frame.block1?.isWhole ?? true,
            let payload = frame.payload
        else { return }
        let path = String(decoding: frame.path, as: UTF8.self)
        guard path == command.path || path == "\(command.path)/join" else { return }
        pending[datagram.from.host] = nil
        let body = Array(datagram.bytes[payload])
        guard let missing = command.arguments.first(where: { !$0.bytes.contains(where: body.contains) }) else { return }
        violation = "\(command.name) creates its call, and the request lacks its argument `\(missing.name)`"
    }
}

extension Arguments {
    /// The type and the id of the call, with a slash between them.
    fileprivate var call: String? {
        for case ("call", .call(let call)) in contents { return "\(call.type)/\(call.id)" }
        return nil
    }
}
