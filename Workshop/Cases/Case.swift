import ScenarioLanguage

/// One behaviour of a list of cases.
struct Case: Hashable {
    /// What scenarios and tests name it by.
    let id: String
    /// The area under whose heading it stands.
    let area: String
    /// Whether it is to be adopted in spirit only, which `[A]` says.
    let isInSpirit: Bool
    /// The behaviour.
    let text: String
}

/// A stretch of a list of cases under one heading.
struct CaseArea: Hashable {
    /// Its short name, such as `VM`.
    let name: String
    /// What it is about.
    let title: String
}

/// Something that shows a case: a scenario or a test, and where it says so.
struct Showing: Hashable {
    /// What shows it.
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
