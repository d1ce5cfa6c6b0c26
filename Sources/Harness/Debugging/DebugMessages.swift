internal import Journal

/// A server of the Debug Adapter Protocol: it responds to each request, and sends events.
protocol DebugResponder {
    /// True when the editor has disconnected.
    var isOver: Bool { get }

    /// Returns the response to a request and the events that follow, each as the body of a message.
    mutating func messages(for request: DebugRequest) -> [[UInt8]]
}

/// A request of an editor.
struct DebugRequest {
    let sequence: Int
    let command: String
    let arguments: JSON?
}

/// Writes the messages of a debug adapter, and numbers them.
struct DebugMessages {
    private var sequence = 0

    mutating func respond(_ request: DebugRequest, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        message { json in
            json.field("type", "response")
            json.field("request_seq", request.sequence)
            json.flag("success", true)
            json.field("command", request.command)
            json.key("body")
            json.openObject()
            body(&json)
            json.closeObject()
        }
    }

    mutating func refuse(_ request: DebugRequest, _ reason: String) -> [UInt8] {
        message { json in
            json.field("type", "response")
            json.field("request_seq", request.sequence)
            json.flag("success", false)
            json.field("command", request.command)
            json.field("message", reason)
            json.key("body")
            json.openObject()
            json.key("error")
            json.openObject()
            json.field("id", 1)
            // An editor replaces names in braces by values, of which there are none.
            json.field("format", reason.replacing("{", with: "(").replacing("}", with: ")"))
            json.flag("showUser", true)
            json.closeObject()
            json.closeObject()
        }
    }

    mutating func event(_ name: String, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        message { json in
            json.field("type", "event")
            json.field("event", name)
            json.key("body")
            json.openObject()
            body(&json)
            json.closeObject()
        }
    }

    private mutating func message(_ write: (inout JSONText) -> Void) -> [UInt8] {
        sequence += 1
        var json = JSONText()
        json.openObject()
        json.field("seq", sequence)
        write(&json)
        json.closeObject()
        return json.takeBytes()
    }
}

/// Refuses to launch, with the reason that there is no run to debug.
struct DebugRefusal: DebugResponder {
    private let reason: String
    private var write = DebugMessages()
    private(set) var isOver = false

    init(_ reason: String) { self.reason = reason }

    mutating func messages(for request: DebugRequest) -> [[UInt8]] {
        switch request.command {
        case "initialize": return [write.respond(request)]
        case "disconnect", "terminate":
            isOver = true
            return [write.respond(request)]
        case "launch", "attach": return [write.refuse(request, reason), write.event("terminated")]
        default: return [write.refuse(request, reason)]
        }
    }
}

extension JSONText {
    mutating func flag(_ name: StaticString, _ value: Bool) {
        key(name)
        boolean(value)
    }

    /// Writes a member with an array of objects.
    mutating func list<Item>(_ name: StaticString, _ items: [Item], write: (Item, inout JSONText) -> Void) {
        key(name)
        objects(items) { json, item in write(item, &json) }
    }
}
