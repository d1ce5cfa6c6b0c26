import Journal
package import ScenarioLanguage
import ScenarioVocabulary
package import Signaling
package import Wire

/// One line for a driver (`Docs/driver.md`).
package enum DriverOrder {
    /// Who it is, and where everything is; the first line.
    package static func hello(
        _ spec: ParticipantSpec, user: User, token: [UInt8], coordinator: SocketAddress, own: SocketAddress,
        options: [DriverOption]
    ) -> [UInt8] {
        line("hello") { json in
            json.key("version")
            json.integer(DriverHello.version)
            json.member("participant", spec.name)
            json.key("user")
            json.openObject()
            json.member("id", user.id)
            json.member("name", user.name)
            json.member("role", user.role)
            json.closeObject()
            json.member("token", token.map(hexadecimal).joined())
            address("coordinator", coordinator, &json)
            address("own", own, &json)
            json.key("options")
            json.openObject()
            for option in options {
                json.key(option.name)
                json.value(option.value)
            }
            json.closeObject()
        }
    }

    package static func command(_ command: Command, id: Int) -> [UInt8] {
        line("command") { json in
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

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0\(digits)" : digits
    }
}

/// Something special about a participant that its driver must know how to be.
package struct DriverOption {
    package let name: String
    package let value: Value
}

extension ParticipantSpec {
    /// What is special about it, beside its user and its token.
    package func options(in scenario: Scenario) -> [DriverOption] {
        var options: [DriverOption] = []
        func add(_ name: String, _ value: Value) { options.append(DriverOption(name: name, value: value)) }
        if kind != .regular { add("kind", .text(kind.rawValue)) }
        if source != "webrtc" { add("source", .text(source)) }
        if let interceptor { add("interceptor", .text("\(interceptor.behaviour)")) }
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
