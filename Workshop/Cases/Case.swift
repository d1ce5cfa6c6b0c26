import ScenarioLanguage

/// One behaviour of a list of cases.
struct Case: Hashable {
    /// The id by which scenarios and tests name the case.
    let id: String
    /// The heading above the case.
    let area: String
    /// True when the list marks the case with `[A]`: it is adopted in spirit only.
    let isInSpirit: Bool
    /// The behaviour.
    let text: String
}

/// A stretch of a list of cases under one heading.
struct CaseArea: Hashable {
    /// Its short name, such as `VM`.
    let name: String
    /// The title of the heading.
    let title: String
}

/// A scenario or a test that shows a case, with its place.
struct Showing: Hashable {
    /// The scenario or test.
    enum Source: Hashable {
        /// A scenario, by its id.
        case scenario(String)
        /// A test, by its name; its suite is empty for one that stands alone.
        case test(suite: String, name: String)
    }

    let id: String
    let source: Source
    let file: String
    let place: Place
}

extension [Showing] {
    /// The scenarios and tests of each case, each once.
    var byCase: [String: [Showing]] {
        var found: [String: [Showing]] = [:]
        for showing in self where found[showing.id]?.contains(where: { $0.source == showing.source }) != true {
            found[showing.id, default: []].append(showing)
        }
        return found
    }
}
