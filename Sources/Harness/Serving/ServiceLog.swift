internal import BackendCore
internal import Journal
internal import Signaling
internal import Timing

/// Logs a served backend to the standard error.
///
/// It writes a line for each request, and for each change of a connection, a session or a media path.
struct ServiceLog {
    /// The format of the lines.
    enum Format: String, CaseIterable {
        case text
        case json
        case off
    }

    let format: Format

    func write(_ trace: BackendTrace, at time: Duration) {
        switch (format, trace) {
        case (.off, _), (_, .event), (_, .pastEvent), (_, .timer): break
        case (.text, _): Console.error("\(time.inSeconds)  \("\(trace)".withoutCommands())\n")
        case (.json, _): Console.error(Self.line(of: trace, at: time))
        }
    }

    private static func line(of trace: BackendTrace, at time: Duration) -> String {
        var json = JSONText()
        json.openObject()
        json.key("time")
        json.seconds(nanoseconds: time.nanoseconds)
        write(trace, to: &json)
        json.closeObject()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    private static func write(_ trace: BackendTrace, to json: inout JSONText) {
        switch trace {
        case .request(let request):
            json.field("kind", "request")
            json.field("route", "\(request.route)")
            json.field("user", request.userId)
            json.field("from", "\(request.peer)")
            json.field("code", "\(request.code)")
            json.field("refusal", request.refusal?.message)
        case .connection(let change, let connection, let user):
            json.field("kind", "connection")
            json.field("change", change.rawValue)
            json.field("user", user)
            json.field("connection", connection)
        case .session(let change, let cid, let user, let session):
            json.field("kind", "session")
            json.field("change", change.rawValue)
            json.field("call", "\(cid)")
            json.field("user", user)
            json.field("session", session)
        case .path(let change, let user, let session, let address):
            json.field("kind", "path")
            json.field("change", change.rawValue)
            json.field("user", user)
            json.field("session", session)
            json.field("at", "\(address)")
        case .dropped(let drop, let peer, let count):
            json.field("kind", "dropped")
            json.field("reason", drop.rawValue)
            json.field("from", "\(peer)")
            json.field("count", count)
        case .event, .pastEvent, .timer: break
        }
    }
}
