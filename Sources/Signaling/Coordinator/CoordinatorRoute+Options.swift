public import Wire

/// Finds routes in the encoded options. Only the call's type and id of a usual path become strings.
extension CoordinatorRoute {
    /// Creates the route of a request from its options.
    public init(method: CoAP.Code, options: CoAP.Options) throws(Problem) {
        guard let (cid, actions) = Self.call(options) else {
            try self.init(method: method, path: options.uriPath)
            return
        }
        guard let action = actions.first(where: { $0.shape.method == method }) else { throw .methodNotAllowed }
        self = .call(cid, action)
    }

    /// Returns the call that a path names and the actions at that path; nil for a path of another kind.
    private static func call(_ options: CoAP.Options) -> (CallCid, [CallAction])? {
        var count = 0
        var isCall = true
        var (type, id) = ("", "")
        var actions: [CallAction]? = CallAction.atCall
        options.visit(.uriPath) { segment in
            switch count {
            case 0, 1: isCall = isCall && segment.isText(roots[count])
            case 2: type = String(segment: segment)
            case 3: id = String(segment: segment)
            default: actions = CallAction.at(segment)
            }
            count += 1
        }
        guard isCall, (4...5).contains(count), !type.isEmpty, !id.isEmpty, let actions else { return nil }
        return (CallCid(type: type, id: id), actions)
    }

    private static let roots: [[UInt8]] = [Array("video".utf8), Array("call".utf8)]
}

extension SFURoute {
    /// Creates the route of a request from its options.
    public init(method: CoAP.Code, options: CoAP.Options) throws(CoordinatorRoute.Problem) {
        var count = 0
        var isSFU = true
        var route: SFURoute?
        options.visit(.uriPath) { segment in
            if count == 0 { isSFU = segment.isText(Self.root) }
            if count == 1 { route = Self.names.number(of: segment).map { Self.allCases[$0] } }
            count += 1
        }
        guard isSFU, count == 2, let route else { throw .notFound }
        guard route.method == method else { throw .methodNotAllowed }
        self = route
    }

    private static let root = Array("sfu".utf8)
    private static let names = KnownTexts(allCases.map(\.rawValue))
}

extension Span<UInt8> {
    fileprivate func isText(_ text: [UInt8]) -> Bool {
        count == text.count && indices.allSatisfy { self[$0] == text[$0] }
    }
}

extension String {
    /// Creates a segment of a path; empty when it is not valid text.
    fileprivate init(segment: Span<UInt8>) {
        if let text = try? UTF8Span(validating: segment) { self.init(copying: text) } else { self.init() }
    }
}
