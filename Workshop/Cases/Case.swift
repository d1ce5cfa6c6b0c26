import ScenarioLanguage

/// One behaviour of a list of cases.
struct Case: Hashable {
    /// The id by which scenarios and tests name the case.
    let id: String
    /// The area under whose heading it stands.
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

/// Something that shows a case: a scenario or a test, and where it says so.
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
