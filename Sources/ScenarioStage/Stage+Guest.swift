import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

extension Stage {
    /// The reason that the guest library cannot run the scenario; nil when it can, and without such a library.
    var reasonAgainstGuest: String? {
        guard let guest = registry.guest else { return nil }
        let vocabulary = Vocabulary(registry)
        for spec in scenario.participants where spec.part == nil && spec.driver == nil {
            let missing = DriverNeeds(of: spec, in: scenario, vocabulary).missing(in: guest)
            guard !missing.isEmpty else { continue }
            return "\(guest.name), the library of \(spec.name), does not support "
                + Spelling.list(missing, joinedBy: "and")
        }
        return nil
    }

    /// The address of the guest library's server. The capture includes this port.
    private var guestServerAddress: SocketAddress {
        SocketAddress(host: plan.coordinator, port: AddressPlan.participantPort)
    }

    /// Starts the server of the guest library, if it has one.
    func bootGuestServer() throws {
        guard let make = registry.guest?.server else { return }
        let address = guestServerAddress
        let socket = try network.bind(host: address.host, port: address.port)
        guestServer = (try make(GuestServerContext(socket: socket)), socket)
    }

    func stopGuestServer() {
        guestServer?.server.stop()
        guestServer?.socket.close()
        guestServer = nil
    }

    /// Makes a participant that is a client of the guest library.
    func boot(_ guest: GuestLibrary, as spec: ParticipantSpec, at host: HostAddress) throws {
        let coordinator = guest.server == nil ? plan.coordinatorAddress : guestServerAddress
        let context = try context(of: spec, at: host, coordinator: coordinator)
        let states = ReportedStates(of: spec.name, record: record) { [loop] in loop.now }
        let inner = try guest.make(
            ParticipantContext(
                context, arguments: Arguments(), states: states, tracesClients: false, limits: limits(of: spec),
                interceptor: interceptor(of: spec, states)))
        enter(RegisteredPerformer(spec, inner, socket: context.socket, states: states), at: host)
    }

    private func limits(of spec: ParticipantSpec) -> ParticipantLimits {
        let limits = ParticipantLimits.standard
        let wanted = scenario.settings
        return ParticipantLimits(
            cancel: wanted.autoCancelTimeout ?? limits.ring, incoming: wanted.incomingCallTimeout ?? limits.ring,
            interceptor: spec.interceptorLimit ?? wanted.interceptorLimit ?? limits.interceptor)
    }

    /// Returns the scenario's interceptor, whose runs are counted as the property `interceptions`.
    private func interceptor(
        of spec: ParticipantSpec, _ states: ReportedStates
    ) -> (@MainActor () async throws -> Void)? {
        guard let wanted = spec.interceptor, let end = BuiltInInterceptor.End(wanted.behaviour) else { return nil }
        let inner = BuiltInInterceptor(end: end, delay: wanted.after)
        states.report("interceptions", .integer(0))
        var count: Int64 = 0
        return {
            count += 1
            states.report("interceptions", .integer(count))
            try await inner.run()
        }
    }
}

extension BuiltInInterceptor.End {
    /// The end of a built-in interceptor; nil when the interceptor is written for the call library.
    fileprivate init?(_ behaviour: InterceptorSpec.Behaviour) {
        switch behaviour {
        case .returns: self = .returns
        case .throws: self = .throws
        case .hangs: self = .hangs
        case .ready, .registered: return nil
        }
    }
}
