import Journal
package import ScenarioLanguage
import ScenarioVocabulary
package import Signaling
package import Timing
package import Wire

/// One line for a driver (`Docs/driver.md`).
package enum DriverOrder {
    /// Returns the first line: the participant, the addresses, and the versions and clocks to choose from.
    package static func hello(
        _ spec: ParticipantSpec, user: User, token: [UInt8], coordinator: SocketAddress, own: SocketAddress,
        programs: [(name: String, host: HostAddress?)] = [], options: [DriverOption], seed: UInt64
    ) -> [UInt8] {
        line("hello") { json in
            choices(&json)
            json.key("seed")
            json.integer(Int(seed))
            json.member("participant", spec.name)
            json.key("user")
            json.user(user)
            json.member("token", token.hexadecimal)
            address("coordinator", coordinator, &json)
            address("own", own, &json)
            if !programs.isEmpty {
                json.key("programs")
                json.openObject()
                for program in programs { json.member(program.name, program.host?.description ?? "") }
                json.closeObject()
            }
            json.key("options")
            json.openObject()
            for option in options {
                json.key(option.name)
                json.value(option.value)
            }
            json.closeObject()
        }
    }

    /// Writes the versions of the protocol and the clocks, of which the driver chooses one each.
    private static func choices(_ json: inout JSONText) {
        json.key("version")
        json.integer(DriverHello.version)
        json.key("versions")
        json.openArray()
        json.integer(DriverHello.version)
        json.integer(DriverHello.virtualVersion)
        json.closeArray()
        json.key("clocks")
        json.openArray()
        json.text("real")
        json.text("virtual")
        json.closeArray()
    }

    /// - Parameter now: The instant in virtual time; nil in real time.
    package static func command(_ command: Command, id: Int, at now: Instant? = nil) -> [UInt8] {
        line("command") { json in
            if let now { instant(now, &json) }
            json.key("id")
            json.integer(id)
            json.member("command", command.spec.name)
            json.key("arguments")
            json.openObject()
            for (name, content) in command.arguments.contents {
                switch content {
                case .call(let call): json.member(name, call.cid)
                case .device(let user, _): json.member(name, user)
                case .value(let value):
                    json.key(name)
                    json.value(value)
                case .interceptor: continue
                }
            }
            json.closeObject()
        }
    }

    package static func sync(id: Int) -> [UInt8] {
        line("sync") { json in
            json.key("id")
            json.integer(id)
        }
    }

    package static let bye = line("bye") { _ in }

    // MARK: Virtual time

    package static func datagram(_ bytes: [UInt8], from source: SocketAddress, at now: Instant) -> [UInt8] {
        line("datagram") { json in
            instant(now, &json)
            json.member("from", "\(source)")
            json.member("bytes", bytes.hexadecimal)
        }
    }

    package static func wake(at now: Instant) -> [UInt8] { line("wake") { instant(now, &$0) } }

    package static func unsendable(at now: Instant) -> [UInt8] { line("unsendable") { instant(now, &$0) } }

    package static func leave(at now: Instant) -> [UInt8] { line("leave") { instant(now, &$0) } }

    private static func instant(_ now: Instant, _ json: inout JSONText) {
        json.key("now")
        json.integer(Int(now.nanoseconds))
    }

    private static func line(_ type: String, _ fill: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.member("type", type)
        fill(&json)
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private static func address(_ name: String, _ address: SocketAddress, _ json: inout JSONText) {
        json.key(name)
        json.openObject()
        json.member("host", "\(address.host)")
        json.key("port")
        json.integer(address.port)
        json.closeObject()
    }
}

/// A property of a participant that its driver must support.
package struct DriverOption {
    package let name: String
    package let value: Value

    /// The names of all options.
    static let names = [
        "kind", "source", "interceptor", "interceptorDelay", "interceptorLimit", "disconnectionTimeout",
        "rejectCallWhenBusy", "autoLeave", "leavesWhenLiveEnds", "media",
    ]
}

extension ParticipantSpec {
    /// Returns the special properties of the participant, besides its user and its token.
    package func options(in scenario: Scenario) -> [DriverOption] {
        var options: [DriverOption] = []
        func add(_ name: String, _ value: Value) { options.append(DriverOption(name: name, value: value)) }
        if kind != .regular { add("kind", .text(kind.rawValue)) }
        if source != "webrtc" { add("source", .text(source)) }
        if let interceptor { add("interceptor", .text("\(interceptor.behaviour)")) }
        if let delay = interceptor?.after { add("interceptorDelay", .duration(delay)) }
        if let limit = interceptorLimit ?? scenario.settings.interceptorLimit {
            add("interceptorLimit", .duration(limit))
        }
        if let timeout = disconnectionTimeout ?? scenario.settings.disconnectionTimeout {
            add("disconnectionTimeout", .duration(timeout))
        }
        if rejectCallWhenBusy { add("rejectCallWhenBusy", .boolean(true)) }
        if autoLeave { add("autoLeave", .boolean(true)) }
        if leavesWhenLiveEnds { add("leavesWhenLiveEnds", .boolean(true)) }
        if media.isOn ?? (scenario.media != .off) { add("media", .text("\(scenario.media)")) }
        return options
    }
}
