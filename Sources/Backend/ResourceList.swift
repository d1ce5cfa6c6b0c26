import Signaling
import Wire

/// The resources of a server, which `GET /.well-known/core` lists in the link format (RFC 6690).
///
/// Paths with a call's type and id are listed by their prefixes, since links have no placeholders.
struct ResourceList {
    static let path = [".well-known", "core"]

    private struct Link {
        let path: String
        let type: String
        var isObservable = false

        /// `</video/connect>;rt="rollcall.connect";ct=60;obs`
        var text: String {
            "</\(path)>;rt=\"rollcall.\(type)\";ct=\(CoAP.ContentFormat.cbor.rawValue)\(isObservable ? ";obs" : "")"
        }
    }

    private let links: [Link]

    /// The resources of the coordinator.
    static let coordinator = ResourceList(
        links: [
            Link(path: "video/connect", type: "connect", isObservable: true), Link(path: "video/call", type: "call"),
        ]
            + ClientAction.allCases.reduce(into: [Link]()) { links, action in
                let path = CoordinatorRoute.client(action).path.joined(separator: "/")
                guard !links.contains(where: { $0.path == path }) else { return }
                links.append(Link(path: path, type: action.rawValue))
            })

    /// The resources of an SFU.
    static let sfu = ResourceList(
        links: SFURoute.allCases.map { route in
            Link(path: route.path.joined(separator: "/"), type: route.rawValue, isObservable: route == .join)
        })

    /// Returns the response to a request for the list; nil for other requests.
    ///
    /// A query such as `rt=rollcall.call` or `href=/video/*` selects links (RFC 6690, section 4.1).
    func response(to request: CoAP.IncomingRequest) -> CoAP.Response? {
        guard request.code == .get, request.options.uriPath == Self.path else { return nil }
        if let accept = request.options.accept, accept != .linkFormat {
            return CoAP.Response(code: .notAcceptable)
        }
        let chosen = links.filter { link in request.options.uriQuery.allSatisfy { Self.matches(link, $0) } }
        let text = chosen.map(\.text).joined(separator: ",")
        return CoAP.Response(code: .content, payload: Array(text.utf8), contentFormat: .linkFormat)
    }

    private static func matches(_ link: Link, _ query: String) -> Bool {
        let parts = query.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return false }
        let value =
            switch parts[0] {
            case "href": "/\(link.path)"
            case "rt": "rollcall.\(link.type)"
            case "ct": "\(CoAP.ContentFormat.cbor.rawValue)"
            default: ""
            }
        return parts[1].hasSuffix("*") ? value.hasPrefix(parts[1].dropLast()) : value == parts[1]
    }
}
