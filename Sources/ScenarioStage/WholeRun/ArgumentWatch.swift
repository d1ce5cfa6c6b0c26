import ScenarioLanguage
import Sockets
import Specifications
import Wire

/// Compares the arguments of commands with the requests of their clients: a command that returns has sent its
/// arguments.
///
/// It searches the bytes of requests, and does not read bodies. A text or a user appears somewhere in a request, a
/// number or a true behind its field. Durations, fractions and defaults are not judged. A refused request does not
/// count: one that is repeated, such as on a new connection, has all arguments again. Only a join that is tried again does
/// not ring and notify again. A request has the flags `ring`, `notify` and `video` only when its command has them.
struct ArgumentWatch {
    private struct Pending {
        let host: HostAddress
        let command: String
        let arguments: [Expected]
        /// The flags that requests of the command must not set.
        var unset: [Expected]
        /// The requests since its start that were not refused, in the order of their sending.
        var requests: [Request] = []
        var refused: [Request] = []
        /// The number of the last request that was sent.
        var lastRequest: Int?

        /// Returns true when a request has an argument.
        func hasSent(_ expected: Expected) -> Bool {
            let isOnce = ArgumentWatch.joins.contains(command) && ArgumentWatch.onceOfJoins.contains(expected.name)
            let counted = isOnce ? refused + requests : requests
            // A text may reach from one block of a body to the next.
            let sent = counted.flatMap(\.options) + counted.flatMap(\.payload)
            return expected.bytes.contains(where: sent.contains)
        }
    }

    private struct Request: Equatable {
        let server: SocketAddress
        let messageID: UInt16
        let options: ArraySlice<UInt8>
        let payload: ArraySlice<UInt8>
    }

    /// The bytes of which a request contains one, and the argument that they come from.
    struct Expected {
        let name: String
        let bytes: [[UInt8]]

        /// True for bytes that fit into half a block of a body.
        fileprivate var isShort: Bool { bytes.allSatisfy { $0.count <= 512 } }
    }

    /// The commands that have not ended, by their numbers.
    private var pending: [Int: Pending] = [:]
    /// The idempotent commands that each client has begun, also by its view model. A repeated one may send nothing.
    private var begun: Set<String> = []
    /// The flags that commands have given to each client so far. A request may be sent again, or by the view model
    /// later.
    private var flagsGiven: [HostAddress: Set<String>] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    /// Notes the start of a command of the client at an address.
    mutating func begin(_ command: Command, number: Int, at host: HostAddress) {
        let name = command.spec.name
        note(Self.flags(of: command), at: host)
        // A command of the view model may join and answer, which it does not report.
        guard command.spec.canThrow, name != "answerOutside" else {
            for name in Self.idempotent { begun.insert("\(name) \(host)") }
            return
        }
        if Self.idempotent.contains(name) {
            guard begun.insert("\(name) \(host)").inserted else { return }
        } else if !SpecificationWatch.requestingCommands.contains(name) {
            return
        }
        let arguments = command.arguments.contents.flatMap { Self.expected($0.name, $0.content) }
        let isAlone = !pending.values.contains { $0.host == host }
        let trues = command.arguments.contents.flatMap { Self.trueKeys(in: $0.content) }
        let unset = isAlone ? Self.unset(of: command.spec, besides: flagsGiven[host] ?? [], trues) : []
        guard !arguments.isEmpty || !unset.isEmpty else { return }
        pending[number] = Pending(host: host, command: name, arguments: arguments, unset: unset)
    }

    /// Notes flags that requests of a client may set from now on. A flag in a later request may be that of this
    /// command, and not of an earlier one that has not ended.
    private mutating func note(_ flags: Set<String>, at host: HostAddress) {
        flagsGiven[host, default: []].formUnion(flags)
        for number in pending.keys where pending[number]?.host == host { pending[number]?.unset = [] }
    }

    /// Processes a datagram that a client or a server sends.
    mutating func made(_ datagram: DatagramRecord) {
        guard !pending.isEmpty else { return }
        let sending = numbers(of: datagram.from.host)
        let receiving = sending.isEmpty ? numbers(of: datagram.to.host) : []
        guard !sending.isEmpty || !receiving.isEmpty, let frame = CoAPFrame(datagram.bytes) else { return }
        if frame.isRequest {
            add(frame, datagram, to: sending)
        } else if frame.isRefusal {
            for number in receiving { refuse(frame, by: datagram.from, number) }
        }
    }

    /// Returns the numbers of the commands of the client at an address.
    private func numbers(of host: HostAddress) -> [Int] { pending.keys.filter { pending[$0]?.host == host } }

    private mutating func refuse(_ frame: CoAPFrame, by server: SocketAddress, _ number: Int) {
        let isRefused = { (request: Request) in request.messageID == frame.messageID && request.server == server }
        let refused = pending[number]?.requests.filter(isRefused) ?? []
        pending[number]?.refused += refused
        pending[number]?.requests.removeAll(where: isRefused)
    }

    private mutating func add(_ frame: CoAPFrame, _ datagram: DatagramRecord, to numbers: [Int]) {
        let request = Request(
            server: datagram.to, messageID: frame.messageID,
            options: datagram.bytes[..<(frame.payload?.lowerBound ?? datagram.bytes.endIndex)],
            payload: frame.payload.map { datagram.bytes[$0] } ?? [])
        for number in numbers {
            // A copy of a request adds nothing, and would separate the parts of a text.
            pending[number]?.requests.removeAll { $0 == request }
            pending[number]?.requests.append(request)
            if let sent = datagram.number { pending[number]?.lastRequest = sent }
        }
    }

    /// Notes the end of a command.
    ///
    /// - Parameters:
    ///   - isDone: True when the command has returned, and did not throw.
    ///   - isInOrder: True when datagrams arrive as they are sent. Otherwise the blocks of a long text may not.
    mutating func end(number: Int, isDone: Bool, isInOrder: Bool = true) {
        guard let command = pending.removeValue(forKey: number), isDone, violation == nil else { return }
        let last = command.lastRequest.map { " up to #\($0)" } ?? ""
        let judged = command.arguments.filter { isInOrder || $0.isShort }
        if let missing = judged.first(where: { !command.hasSent($0) }) {
            violation = "\(command.command) returned, and no request\(last) contains its argument `\(missing.name)`"
        } else if let added = command.unset.first(where: command.hasSent) {
            violation =
                "\(command.command) returned, and a request\(last) sets `\(added.name)`, which the command does not"
        }
    }

    // MARK: Bytes of arguments

    /// The commands that send a request once, or share it with another command.
    private static let idempotent: Set<String> = ["call.join", "call.accept", "call.reject"]
    /// The arguments that choose an action of the client, or that it converts.
    private static let converted: Set<String> = [
        "call", "interceptor", "policy", "create", "publisherHint", "page",
    ]
    /// The arguments with a list of names, each of which has its own field.
    private static let parts: Set<String> = ["start", "continue"]

    /// The commands that join, and the arguments that they send once, also when the join is tried again.
    private static let joins: Set<String> = ["call.join", "join", "joinAndRing"]
    private static let onceOfJoins: Set<String> = ["ring", "notify"]

    /// The flags of requests about a call.
    private static let flags = ["ring", "notify", "video"]

    /// Returns the flags that a command gives, or that its kind implies.
    private static func flags(of command: Command) -> Set<String> {
        Set(command.arguments.contents.map(\.name)).union(command.spec.rings ? ["ring"] : [])
    }

    /// Returns the other flags that a command takes, with the bytes of each in a body and in a query. A flag that
    /// looks like one of the command's data is not judged.
    private static func unset(of spec: CommandSpec, besides given: Set<String>, _ data: [String]) -> [Expected] {
        flags.filter { flag in
            !given.contains(flag) && spec.arguments.contains { $0.name == flag }
                && !data.contains { $0.hasSuffix(flag) }
        }.map { Expected(name: $0, bytes: set($0)) }
    }

    /// The keys with the value true in an argument's data.
    private static func trueKeys(in content: Arguments.Content) -> [String] {
        if case .value(let value) = content { trueKeys(in: value) } else { [] }
    }

    private static func trueKeys(in value: Value) -> [String] {
        switch value {
        case .list(let values): values.flatMap { trueKeys(in: $0) }
        case .map(let entries):
            entries.flatMap { entry in
                if case .boolean(true) = entry.value { [entry.key] } else { trueKeys(in: entry.value) }
            }
        case .none, .text, .boolean, .integer, .number, .duration, .instant, .date: []
        }
    }

    /// Returns the bytes of an argument. The time until the start of a call becomes a date, of which the field is looked for.
    static func expected(_ name: String, _ content: Arguments.Content) -> [Expected] {
        guard !converted.contains(name) else { return [] }
        if name == "startsIn" { return [Expected(name: name, bytes: [Array("starts_at".utf8)])] }
        switch content {
        case .device(let user, _): return [Expected(name: name, bytes: [Array(user.utf8)])]
        case .call, .interceptor: return []
        case .value(let value): return bytes(of: value, under: name).map { Expected(name: name, bytes: $0) }
        }
    }

    /// Returns the bytes for each part of an argument's value.
    private static func bytes(of value: Value, under name: String) -> [[[UInt8]]] {
        switch value {
        case .text(let word) where parts.contains(name): [[Array("_\(word.singular)".utf8)]]
        case .text(let text) where name == "sort": [[Array(text.drop { $0 == "-" }.utf8)]]
        case .list(let values) where parts.contains(name) || name == "sort":
            values.flatMap { bytes(of: $0, under: name) }
        default: bytes(of: value, in: snakeCase(name))
        }
    }

    /// Returns the bytes for each part of a value in a field. The keys of a map are sent as they are. A number and a
    /// true in a list have no field, and are not judged.
    private static func bytes(of value: Value, in field: String?) -> [[[UInt8]]] {
        switch value {
        case .text(let text): text.isEmpty ? [] : [[Array(text.utf8)]]
        case .boolean(true): field.map { [set($0)] } ?? []
        case .integer(let number) where number > 0: field.map { [Self.field($0, number)] } ?? []
        case .list(let values): values.flatMap { bytes(of: $0, in: nil) }
        case .map(let entries): entries.flatMap { bytes(of: $0.value, in: $0.key) }
        case .none, .boolean, .integer, .number, .duration, .instant, .date: []
        }
    }

    /// Returns the bytes of a field with the value true, in a body or in a query. The field's name may be longer.
    private static func set(_ name: String) -> [[UInt8]] {
        [Array(name.utf8) + CBOR.boolean(true).encoded(), Array("\(name)=true".utf8)]
    }

    /// Returns the bytes of a field with a number, in a body or in a query.
    private static func field(_ name: String, _ number: Int64) -> [[UInt8]] {
        [CBOR.text(name).encoded() + CBOR.integer(number).encoded(), Array("\(name)=\(number)".utf8)]
    }

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            text += character.isUppercase ? "_\(character.lowercased())" : String(character)
        }
    }
}

extension CoAPFrame {
    /// True for an acknowledgement that refuses its request.
    fileprivate var isRefusal: Bool { type == .acknowledgement && code >= 0x80 }
}

extension String {
    /// The word without its plural ending, which not every field has.
    fileprivate var singular: Substring { hasSuffix("s") ? dropLast() : self[...] }
}

extension [UInt8] {
    /// Returns true when the bytes contain others.
    func contains(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return indices.dropLast(part.count - 1).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
