package import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// One line of a driver (`Docs/driver.md`).
package enum DriverMessage {
    /// What it can do; the first line.
    case hello(DriverHello)
    /// A command ended well.
    case done(id: Int)
    /// A command failed.
    case failed(id: Int, DriverError)
    /// A command is nothing that it can do.
    case unsupported(id: Int, reason: String)
    /// All that came before was dealt with.
    case synced(id: Int)
    /// What some properties are from now on.
    case state([JSON.Member])
    /// An event arrived.
    case event(type: String, call: String?)
    /// A notification was posted.
    case notification(name: String, call: String?)
    /// Something worth telling.
    case log(String)

    /// The types of messages, as `type` names them.
    package static let types = [
        "hello", "done", "failed", "unsupported", "synced", "state", "event", "notification", "log",
    ]
}

/// What a driver says that it can do.
package struct DriverHello {
    /// The version of the protocol that it speaks.
    package static let version = 1

    package var name: String
    package var commands: Set<String>
    package var properties: Set<String>
    package var options: Set<String>
    /// True when the driver's traffic goes to a backend of its own, which the harness neither sees nor disturbs.
    package var hasOwnBackend = false
}

/// What a command of a driver failed with.
package struct DriverError: NamedError, CustomStringConvertible {
    /// The name of the error's type, as scenarios call it.
    package let name: String
    package let message: String
    /// The code of a refusal, such as `4.03`.
    package let code: String?
    /// The name of the error that caused it.
    package let underlying: String?

    package var description: String { message.isEmpty ? name : message }
}

extension DriverMessage {
    /// Reads a line.
    package init(_ line: [UInt8], number: Int) throws(DriverFault) {
        func wrong(_ text: String, column: Int? = nil) -> DriverFault {
            DriverFault(kind: .wrong, text: text, line: number, column: column)
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: line, maximumDepth: DriverLimits.depth)
        } catch {
            throw wrong("wrote a line that is no JSON: \(error.reason)", column: error.offset + 1)
        }
        guard case .object(let members) = json else { throw wrong("wrote a line that is no JSON object", column: 1) }
        if let twice = members.firstRepeatedName { throw wrong("wrote a line with \(twice.quoted) twice") }
        do throws(DriverFault) {
            self = try Self.reading(DriverFields(json: json))
        } catch {
            throw wrong(error.text)
        }
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
            if let twice = members.firstRepeatedName { throw fields.wrong("says \(twice.quoted) twice") }
            return .state(members)
        case "event": return .event(type: try fields.text("event"), call: try fields.optional("call"))
        case "notification":
            return .notification(name: try fields.text("notification"), call: try fields.optional("call"))
        case "log": return .log(try fields.text("text"))
        default:
            let advice = Spelling.suggestion(for: type, in: types).map { "; \($0)" } ?? ""
            throw fields.wrong("is of the type \(type.quoted), which there is not\(advice)")
        }
    }
}

extension DriverHello {
    fileprivate init(_ fields: DriverFields) throws(DriverFault) {
        guard let version = fields.json["version"]?.integer else { throw fields.lacks("version", "a whole number") }
        guard version == Self.version else {
            throw fields.wrong("speaks version \(version) of the protocol, and this harness version \(Self.version)")
        }
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

/// The members of a message, each with its type.
private struct DriverFields {
    let json: JSON

    func wrong(_ text: String) -> DriverFault { DriverFault(kind: .wrong, text: "wrote a message that \(text)") }

    func lacks(_ name: String, _ what: String) -> DriverFault { wrong("needs `\(name)`, \(what)") }

    var id: Int {
        get throws(DriverFault) {
            guard let id = json["id"]?.integer else { throw lacks("id", "the number of what it answers") }
            return id
        }
    }

    func text(_ name: String) throws(DriverFault) -> String {
        guard let text = json[name]?.text else { throw lacks(name, "a text") }
        return text
    }

    func optional(_ name: String) throws(DriverFault) -> String? {
        switch json[name] {
        case nil, .null?: return nil
        case .text(let text)?: return text
        default: throw wrong("has `\(name)`, which is no text")
        }
    }

    /// A list of words; none when it is not there.
    func words(_ name: String) throws(DriverFault) -> Set<String> {
        guard let value = json[name] else { return [] }
        guard let texts = value.texts else { throw lacks(name, "a list of texts") }
        return Set(texts)
    }
}

extension [JSON.Member] {
    fileprivate var firstRepeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }
}
