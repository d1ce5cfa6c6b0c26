internal import Capture
internal import Wire

/// What the hosts of a capture are called, as far as a hosts file, the journal or the capture itself says it.
struct HostNames {
    private var names: [IPAddress: String]
    /// What the hosts file says outranks all else.
    private let given: [IPAddress: String]
    /// The participant to whom the packet of a number was sent, from the journal.
    private var receivers: [Int: String]
    private static let capacity = 65_536

    init(receivers: [Int: String] = [:], given: [IPAddress: String] = [:]) {
        self.receivers = receivers
        self.given = given
        names = given
    }

    /// The host's name, or nil.
    subscript(host: IPAddress) -> String? { names[host] }

    /// The name, or else the address.
    func text(_ host: IPAddress) -> String { names[host] ?? host.description }

    /// The name, or else the address and port.
    func text(_ endpoint: UDPEndpoint) -> String { names[endpoint.host] ?? endpoint.description }

    /// Learns from a packet.
    mutating func learn(_ packet: InspectedPacket, _ exchange: Exchange?) {
        guard let datagram = packet.datagram else { return }
        if !receivers.isEmpty, let name = receivers.removeValue(forKey: packet.number) {
            // The journal knows devices, where the capture knows users only.
            set(name, datagram.destination.host, isSure: true)
        }
        guard let signal = packet.signal, let message = signal.message else { return }
        if signal.kind == .request, signal.copy == nil {
            learn(request: message, path: exchange?.segments ?? [], datagram)
        } else if signal.kind == .response, exchange?.callAction == "join" {
            guard let credentials = Body(message.payload)?["credentials"], let name = credentials.text("edge_name"),
                let host = credentials.text("host").flatMap({ HostAddress($0) })
            else { return }
            set(name, IPAddress(host), isSure: true)
        }
    }

    private mutating func learn(request: CoAP.Message, path: [String], _ datagram: UDPPacket) {
        switch path {
        case ["video", "connect"] where request.code == .fetch:
            set("coordinator", datagram.destination.host)
            if let user = Body(request.payload)?["user"]?.text("id") { set(user, datagram.source.host) }
        case ["sfu", "join"]: set("sfu", datagram.destination.host)
        default: break
        }
    }

    private mutating func set(_ name: String, _ host: IPAddress, isSure: Bool = false) {
        guard names.count < Self.capacity, isSure || names[host] == nil, given[host] == nil else { return }
        names[host] = name.printable
    }
}
