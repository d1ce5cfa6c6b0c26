package import Journal
import ScenarioLanguage
import ScenarioVocabulary
package import Timing
package import Wire

/// One line of a driver (`Docs/driver.md`).
package enum DriverMessage {
    /// The driver's abilities; the first line.
    case hello(DriverHello)
    /// A command succeeded.
    case done(id: Int)
    /// A command failed.
    case failed(id: Int, DriverError)
    /// The driver does not support a command.
    case unsupported(id: Int, reason: String)
    /// The driver has handled all earlier lines.
    case synced(id: Int)
    /// New values of some properties.
    case state([JSON.Member])
    /// An event arrived.
    case event(type: String, call: String?)
    /// A notification was posted.
    case notification(name: String, call: String?)
    /// A line for the journal.
    case log(String)
    /// Sends a datagram; in virtual time only, like the next two.
    case send([UInt8], to: SocketAddress)
    /// Sets the timer, or cancels it when nil.
    case wake(Instant?)
    /// Ends the response to one line of the harness.
    case idle

    /// The types of messages, by the values of `type`.
    package static let types = [
        "hello", "done", "failed", "unsupported", "synced", "state", "event", "notification", "log",
        "send", "wake", "idle",
    ]
}

/// The abilities of a driver.
package struct DriverHello {
    /// The version of the protocol in real time.
    package static let version = 1
    /// The version of the protocol in virtual time.
    package static let virtualVersion = 2

    package var name: String
    package var commands: Set<String>
    package var properties: Set<String>
    package var options: Set<String>
    /// True when the driver uses its own backend. The harness neither records nor impairs that traffic.
    package var hasOwnBackend = false
    /// True when the harness delivers the driver's datagrams and advances its time.
    package var isVirtual = false
    /// True when the driver accepts another `hello` after `bye`.
    package var isReusable = false
}

/// The error of a driver's command.
package struct DriverError: NamedError, CustomStringConvertible {
    /// The name of the error's type in scenarios.
    package let name: String
    package let message: String
    /// The code of a refusal, such as `4.03`.
    package let code: String?
    /// The name of the underlying error.
    package let underlying: String?

    package var description: String { message.isEmpty ? name : message }
}

extension DriverMessage {
    /// Decodes a line.
    package init(_ line: [UInt8], number: Int) throws(DriverFault) {
        func wrong(_ text: String, column: Int? = nil) -> DriverFault {
            DriverFault(violation: .wrong, text: text, line: number, column: column)
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: line, maximumDepth: DriverLimits.depth)
        } catch {
            throw wrong(
                "wrote \(Self.shown(line)), which is not JSON: \(error.reason)\(Self.advice(on: line))",
                column: error.offset + 1)
        }
        guard case .object(let members) = json else {
            throw wrong("wrote \(Self.shown(line)), which is not a JSON object", column: 1)
        }
        do throws(DriverFault) {
            if let twice = members.firstRepeatedName { throw wrong("wrote a line with \(twice.quoted) twice") }
            self = try Self.reading(DriverFields(json: json))
        } catch {
            var fault = wrong(error.text, column: error.member.flatMap { Self.column(of: $0, in: line) })
            fault.wrote = DriverFault.excerpt(line)
            throw fault
        }
    }

    /// Returns the probable cause of a line that is not JSON, as the end of a message.
    private static func advice(on line: [UInt8]) -> String {
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { return "; it begins with a byte order mark" }
        if line.isEmpty { return "; write no line feed but that at the end of an object" }
        if line == Array("{".utf8) { return "; write each object on one line" }
        guard line.first == UInt8(ascii: "{") else {
            return "; only lines of the protocol belong on the standard output, and others on the standard error"
        }
        return line.dropFirst().first == UInt8(ascii: "'") ? "; names and texts have double quotes" : ""
    }

    /// The beginning of a line in a message.
    private static func shown(_ line: [UInt8]) -> String {
        line.isEmpty ? "an empty line" : String(decoding: line.prefix(100), as: UTF8.self).quoted
    }

    /// Returns the column at which a member begins, from 1.
    static func column(of member: String, in line: [UInt8]) -> Int? {
        let name = Array("\"\(member)\"".utf8)
        return line.indices.first { line[$0...].starts(with: name) }.map { $0 + 1 }
    }

    private static func reading(_ fields: DriverFields) throws(DriverFault) -> DriverMessage {
        let type = try fields.text("type")
        switch type {
        case "hello": return .hello(try DriverHello(fields))
        case "done": return .done(id: try fields.id)
        case "failed":
            let error = DriverError(
                name: try fields.text("error"), message: try fields.optional("message") ?? "",
                code: try fields.optional("code"), underlying: try fields.optional("underlying"))
            return .failed(id: try fields.id, error)
        case "unsupported": return .unsupported(id: try fields.id, reason: try fields.optional("reason") ?? "")
        case "synced": return .synced(id: try fields.id)
        case "state":
            guard case .object(let members)? = fields.json["values"] else { throw fields.lacks("values", "an object") }
            if let twice = members.firstRepeatedName { throw fields.wrong("has \(twice.quoted) twice") }
            return .state(members)
        case "event": return .event(type: try fields.text("event"), call: try fields.optional("call"))
        case "notification":
            return .notification(name: try fields.text("notification"), call: try fields.optional("call"))
        case "log": return .log(try fields.text("text"))
        case "send": return .send(try fields.datagram, to: try fields.address("to"))
        case "wake": return .wake(try fields.instant("at"))
        case "idle": return .idle
        default:
            let advice = Spelling.suggestion(for: type, in: types).map { "; \($0)" } ?? ""
            throw fields.wrong("has the unknown type \(type.quoted)\(advice)")
        }
    }
}

extension DriverHello {
    fileprivate init(_ fields: DriverFields) throws(DriverFault) {
        guard let version = fields.json["version"]?.whole else { throw fields.lacks("version", "a whole number") }
        guard [Self.version, Self.virtualVersion].contains(version) else {
            throw fields.wrong(
                "speaks version \(version) of the protocol, and this harness speaks versions \(Self.version) and "
                    + "\(Self.virtualVersion)")
        }
        isVirtual = version == Self.virtualVersion
        let clock = try fields.optional("clock") ?? "real"
        guard clock == (isVirtual ? "virtual" : "real") else {
            throw fields.wrong(
                "has version \(version) and the clock \(clock.quoted); "
                    + "version \(Self.virtualVersion) has `\"clock\": \"virtual\"`, version \(Self.version) has `real`")
        }
        isReusable = try fields.flag("reusable")
        name = try fields.text("name")
        commands = try fields.words("commands")
        properties = try fields.words("properties")
        options = try fields.words("options")
        let backend = try fields.optional("backend") ?? "rollcall"
        guard ["rollcall", "own"].contains(backend) else {
            throw fields.wrong("has the backend \(backend.quoted); it can be `rollcall` or `own`")
        }
        hasOwnBackend = backend == "own"
    }
}
