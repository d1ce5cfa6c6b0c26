/// A pattern of paths as a list of segments, compared with the routes of the wire.
struct PathPattern {
    private let segments: [Substring]
    /// Returns true for a text that may be the name of a call or another thing of the scenario.
    private let isName: (Substring) -> Bool

    init(_ text: String, isName: @escaping (Substring) -> Bool) {
        segments = text.split(separator: "/", omittingEmptySubsequences: false)
        // Each segment is compared with many routes, and the whole file is searched for a name.
        var known: [Substring: Bool] = [:]
        self.isName = { segment in
            if let isName = known[segment] { return isName }
            let answer = isName(segment)
            known[segment] = answer
            return answer
        }
    }

    /// The text of the pattern.
    var text: String { segments.joined(separator: "/") }

    /// Returns true when a path of the route may match.
    func mayMatch(_ route: WireTables.Route) -> Bool {
        matches(segments[...], ([""] + route.path)[...], isAfterText: false)
    }

    /// - Parameter isAfterText: True behind a segment without `*`, where any text is a name.
    private func matches(
        _ own: ArraySlice<Substring>, _ route: ArraySlice<Substring>, isAfterText: Bool
    ) -> Bool {
        guard let first = own.first, let next = route.first else { return own.isEmpty && route.isEmpty }
        let rest = own.dropFirst()
        guard first.contains("*") else {
            let fits = next == "*" ? isAfterText && !Self.isCall(route) || isName(first) : first == next
            return fits && matches(rest, route.dropFirst(), isAfterText: true)
        }
        // A `*` stands for any number of segments.
        return (1...route.count).contains { count in
            fits(first, route.prefix(count), isAfterText: isAfterText)
                && matches(rest, route.dropFirst(count), isAfterText: false)
        }
    }

    /// Returns true when the rest of a route begins with the id of a call, the `ID` of `/video/call/TYPE/ID`.
    private static func isCall(_ rest: ArraySlice<Substring>) -> Bool { rest.startIndex == 4 }

    /// Returns true when a segment with `*` may stand for some segments of a route.
    private func fits(_ own: Substring, _ route: ArraySlice<Substring>, isAfterText: Bool) -> Bool {
        guard let first = route.first, let last = route.last else { return false }
        let texts = own.split(separator: "*", omittingEmptySubsequences: false)
        guard let prefix = texts.first, let suffix = texts.last else { return false }
        if route.count == 1, first != "*" { return Pattern(String(own)).fits(String(first)) }
        let isPrefix = prefix.isEmpty || (first == "*" ? isAfterText || isName(prefix) : first.hasPrefix(prefix))
        let isSuffix = suffix.isEmpty || (last == "*" ? isAfterText || isName(suffix) : last.hasSuffix(suffix))
        return isPrefix && isSuffix
    }

    /// Returns this pattern with one segment corrected, so that a path of some route may match; nil when none is near.
    func corrected(for routes: [WireTables.Route]) -> String? {
        let words = Set(routes.flatMap(\.path)).subtracting(["*"]).map(String.init).sorted()
        for (index, segment) in segments.enumerated().reversed() {
            guard let word = Spelling.nearest(to: String(segment), in: words) else { continue }
            var changed = segments
            changed[index] = word[...]
            let pattern = PathPattern(changed.joined(separator: "/"), isName: isName)
            if routes.contains(where: pattern.mayMatch) { return pattern.text }
        }
        return nil
    }
}
