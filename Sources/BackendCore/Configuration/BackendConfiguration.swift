package import Signaling
package import Wire

/// The configuration of a backend: secret, users, call types, hosts and time limits.
package struct BackendConfiguration: Sendable {
    /// The key that signs tokens.
    package var secret: [UInt8]
    /// The users that are known at the start. A user that connects with a valid token becomes known.
    package var users: [User]
    /// The supported call types.
    package var callTypes: [CallType]
    /// The number of SFUs.
    package var sfuCount: Int
    /// The host of the coordinator.
    package var coordinatorHost: HostAddress
    /// The UDP port of the coordinator; on loopback also of every SFU.
    package var port: UInt16
    /// The limit of one user's requests at each server; nil for no limit.
    package var rateLimit: RateLimit?
    /// The maximum size of encoded custom data, in bytes.
    package var customDataLimit: Int
    /// The number of participants that every client is shown. Further participants of a large call are only
    /// counted until they are pinned for everyone, dominate, share a screen, or a shown participant leaves.
    package var participantsShown = 100
    /// The number of participants that a call's session lists and that cause events. Further ones are counted. The
    /// session's participants receive more from their SFU.
    package var participantsListed: Int { min(25, participantsShown) }
    /// The time limits of the backend.
    package var timeouts: BackendTimeouts
    /// True when each client must prove its requests. Otherwise those do that connect with a key.
    package var requiresProofs = false
    /// The steps of ``GuestWork`` a second that all guests share at each server; nil for no limit.
    package var guestSteps: Int?
    /// The durations of recordings and broadcasts: start, file, frame.
    package var egress: EgressPace

    /// Creates a configuration.
    package init(
        secret: [UInt8], users: [User] = [], callTypes: [CallType] = CallType.documented, sfuCount: Int = 1,
        coordinatorHost: HostAddress = HostAddress(127, 0, 0, 1), port: UInt16 = 5683,
        rateLimit: RateLimit? = RateLimit(), customDataLimit: Int = 5 * 1024,
        timeouts: BackendTimeouts = BackendTimeouts(), egress: EgressPace = EgressPace()
    ) {
        self.secret = secret
        self.users = users
        self.callTypes = callTypes
        self.sfuCount = sfuCount
        self.coordinatorHost = coordinatorHost
        self.port = port
        self.rateLimit = rateLimit
        self.customDataLimit = customDataLimit
        self.timeouts = timeouts
        self.egress = egress
    }

    /// The public key with which clients prove their requests. It depends on the secret alone.
    package var serverKey: ServerKey { ServerKeyPair(tokenSecret: secret).publicKey }

    /// The SFUs. On loopback, each has a separate host in the coordinator's network, from `sfu-1` at 127.0.1.1.
    /// Elsewhere they share the coordinator's host, on the following ports. Media has separate ports: on loopback the
    /// registered port of RTP, where signaling has that of CoAP.
    package var edges: [Edge] {
        (1...250).prefix(max(0, sfuCount)).map { number in
            let nearby = HostAddress(value: coordinatorHost.value & 0xFFFF_0000 | 0x100 | UInt32(number))
            let address =
                coordinatorHost.isLoopback
                ? SocketAddress(host: nearby, port: port)
                : SocketAddress(host: coordinatorHost, port: UInt16(clamping: Int(port) + number))
            return Edge(
                name: "sfu-\(number)", address: address,
                mediaAddress: SocketAddress(host: address.host, port: mediaPort(of: address)))
        }
    }
}

extension BackendConfiguration {
    /// Returns the port of media: RTP's registered port with CoAP's on loopback, otherwise the next unused port.
    private func mediaPort(of sfu: SocketAddress) -> UInt16 {
        if coordinatorHost.isLoopback, port == 5683 { return MediaFormat.port }
        let distance = coordinatorHost.isLoopback ? 1 : max(1, min(sfuCount, 250))
        return UInt16(clamping: Int(sfu.port) + distance)
    }
}

/// The name and the addresses of an SFU.
package struct Edge: Hashable, Sendable {
    /// The name, such as `sfu-1`.
    package var name: String
    /// The address of signaling.
    package var address: SocketAddress { didSet { host = address.host.description } }
    /// The text of the signaling host, created once for all join responses.
    private(set) var host: String
    /// The address of media.
    package var mediaAddress: SocketAddress

    /// Creates an SFU. The default port of media is the registered port of RTP.
    package init(name: String, address: SocketAddress, mediaAddress: SocketAddress? = nil) {
        self.name = name
        self.address = address
        host = address.host.description
        self.mediaAddress = mediaAddress ?? SocketAddress(host: address.host, port: MediaFormat.port)
    }
}

/// The time limits of a backend, and the limits of retained events.
package struct BackendTimeouts: Hashable, Sendable {
    /// The time without a request or an acknowledgement after which the coordinator ends a client's stream;
    /// nil disables it.
    package var silence: Duration? = .seconds(60)
    /// The time for which the events of a lost connection are kept.
    package var resumption: Duration
    /// The number of events kept for a connection that does not acknowledge. More events end its resumption.
    package var retainedEvents: Int
    /// The total size of these events in bytes.
    package var retainedBytes = 1 << 19
    /// The maximum delay of an event that is not urgent.
    package var eventDelay: Duration
    /// The time for which a large call's counts wait for further changes.
    package var largeCallCounts = Duration.seconds(1)
    /// The time without a health request after which a client's signal counts as lost.
    package var health: Duration
    /// The time after that in which the client can resume its session.
    package var fastReconnect: Duration
    /// The lifetime of the credentials for an SFU.
    package var credentials: Duration
    /// The time for which the id of an ended session is remembered, so that no late datagram restores it: the maximum
    /// lifetime of a datagram and its duplicates (RFC 7252 section 4.8.2, EXCHANGE_LIFETIME).
    package var departure: Duration

    /// Creates limits, each with a default.
    package init(
        resumption: Duration = .seconds(60), retainedEvents: Int = 1000, eventDelay: Duration = .milliseconds(100),
        health: Duration = .seconds(20), fastReconnect: Duration = .seconds(15),
        credentials: Duration = .seconds(14400),
        departure: Duration = CoAP.TransmissionParameters().exchangeLifetime
    ) {
        self.resumption = resumption
        self.retainedEvents = retainedEvents
        self.eventDelay = eventDelay
        self.health = health
        self.fastReconnect = fastReconnect
        self.credentials = credentials
        self.departure = departure
    }
}
