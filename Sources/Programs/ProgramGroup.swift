package import Loop
package import ScenarioLanguage
package import Sockets
import Timing
package import Wire

/// The programs of one run with their hosts, and the router between them.
@MainActor
package final class ProgramGroup {
    /// Called with each event of a program: its start, its sign, its end.
    package var onEvent: (@MainActor (_ program: String, _ event: String) -> Void)?
    /// The fault that ends the run.
    package private(set) var fault: ProgramFault?
    /// The reason for which the programs are on the loopback interface, without conditions; nil when they have hosts.
    package private(set) var missing: ProgramHostError?
    /// The addresses by the names of the programs.
    package private(set) var addresses: [String: HostAddress] = [:]
    package let router: Router

    private let specs: [ProgramSpec]
    /// The port that `${port}` stands for.
    private let port: UInt16?
    private let loop: EventLoop
    private var hosts: [String: ProgramHost] = [:]
    private var processes: [ProgramProcess] = []

    /// The time between two looks for a program's sign.
    private static let pause = Duration.milliseconds(5)

    /// Creates the hosts, so that other processes can enter their namespaces.
    package init(_ specs: [ProgramSpec], network: Network, loop: EventLoop) {
        self.specs = specs
        self.loop = loop
        port = nil
        router = Router(network, loop: loop, address: ProgramPlan.router)
        addresses = ProgramPlan.addresses(of: specs)
        do throws(ProgramHostError) {
            for spec in specs { hosts[spec.name] = try ProgramHost(addresses[spec.name] ?? ProgramPlan.none) }
        } catch {
            closeHosts()
            if Shortage.includes(error.error) {
                fault = ProgramFault(specs.first?.name ?? "", "has no host", error: error.error)
            } else {
                missing = error
            }
            addresses = ProgramPlan.loopbackAddresses(of: specs)
        }
    }

    /// Creates a program at an address of this process's own network.
    package init(_ spec: ProgramSpec, at address: SocketAddress, network: Network, loop: EventLoop) {
        specs = [spec]
        self.loop = loop
        port = address.port
        router = Router(network, loop: loop, address: ProgramPlan.router)
        addresses = [spec.name: address.host]
    }

    /// The namespace of a program's host; -1 when it has none.
    package func network(of name: String) -> Int32 { hosts[name]?.network ?? -1 }

    /// Starts the programs in their order. Each is ready before the next one starts.
    package func start(in folder: String) async throws {
        if let fault { throw fault }
        for spec in specs {
            guard let host = hosts[spec.name] else { continue }
            try router.add(host)
        }
        for spec in specs {
            do {
                try await start(spec, in: folder)
            } catch let error as ProgramFault {
                fault = fault ?? error
                throw error
            }
        }
    }

    private func start(_ spec: ProgramSpec, in parent: String) async throws {
        let folder = ProgramFolder(spec, in: parent, hosts: addresses, port: port)
        let process = ProgramProcess(spec, folder, at: addresses[spec.name] ?? ProgramPlan.none)
        processes.append(process)
        try process.start(in: network(of: spec.name))
        try process.follow(on: loop) { [unowned self] in ended(process, $0) }
        onEvent?(spec.name, "started")
        let limit = loop.now.advanced(by: spec.readyTimeout)
        while !process.isReady {
            if let fault { throw fault }
            guard loop.now < limit else {
                throw ProgramFault(
                    spec.name, "was not ready within \(spec.readyTimeout.written): it has no \(spec.sign)",
                    lastLines: process.lastLines())
            }
            try await LoopClock(loop).sleep(for: Self.pause)
        }
        if spec.readiness != nil { onEvent?(spec.name, "ready") }
    }

    private func ended(_ process: ProgramProcess, _ end: ProgramEnd) {
        onEvent?(process.spec.name, end.description)
        guard !process.spec.mayEnd || end != .status(0), fault == nil else { return }
        fault = ProgramFault(
            process.spec.name, "\(end) before the end of the run", lastLines: process.lastLines())
    }

    /// Gives a program's host its next address.
    package func move(_ name: String) throws(ProgramHostError) -> (before: HostAddress, next: HostAddress)? {
        guard let host = hosts[name] else { return nil }
        let before = host.address
        let next = ProgramPlan.next(after: before)
        try router.move(host, to: next)
        addresses[name] = next
        return (before, next)
    }

    /// Kills the programs and removes their hosts.
    package func close() {
        for process in processes { process.kill() }
        closeHosts()
    }

    private func closeHosts() {
        for spec in specs { hosts.removeValue(forKey: spec.name)?.close() }
    }
}

extension ProgramSpec {
    fileprivate var sign: String { readiness?.description ?? "sign" }
}

/// The addresses of programs.
enum ProgramPlan {
    /// The source of the router's own messages.
    static let router = HostAddress(10, 0, 0, 254)
    /// The address of no host; for a socket, all addresses.
    static let none = HostAddress(0, 0, 0, 0)

    static func addresses(of specs: [ProgramSpec]) -> [String: HostAddress] {
        let taken = Set(specs.compactMap(\.address) + [router])
        var free = (1...253).map { HostAddress(10, 0, 0, UInt8(clamping: $0)) }.filter { !taken.contains($0) }
            .makeIterator()
        return named(specs) { $0.address ?? free.next() ?? none }
    }

    static func loopbackAddresses(of specs: [ProgramSpec]) -> [String: HostAddress] {
        var number: UInt8 = 0
        return named(specs) { _ in
            number += 1
            return HostAddress(127, 2, 0, number)
        }
    }

    private static func named(
        _ specs: [ProgramSpec], _ address: (ProgramSpec) -> HostAddress
    ) -> [String: HostAddress] {
        var addresses: [String: HostAddress] = [:]
        for spec in specs { addresses[spec.name] = address(spec) }
        return addresses
    }

    /// The same place in the next network, as of a device that changes it.
    static func next(after address: HostAddress) -> HostAddress {
        HostAddress(value: address.value & 0xFFFF_00FF | (address.value &+ 0x100) & 0xFF00)
    }
}
