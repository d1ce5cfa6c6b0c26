import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Two participants and these steps, indented by four columns.
func scenario(steps: String, participants: String = "[alice, bob]", more: String = "") -> String {
    """
    id: TEST-01
    name: A test
    participants: \(participants)
    \(more)
    steps:

    """ + steps.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
        + "\n"
}

/// The one scenario of a text, which must have no problems.
func read(
    _ text: String, vocabulary: Vocabulary = .standard, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Scenario {
    let library = ScenarioLibrary.load(text: text, file: "x.yaml", vocabulary: vocabulary)
    #expect(library.rendered() == "", sourceLocation: sourceLocation)
    return try #require(library.scenarios.first, sourceLocation: sourceLocation)
}

/// The steps of a text, which must have no problems.
func actions(
    _ steps: String, participants: String = "[alice, bob]", more: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Step.Action] {
    let text = scenario(steps: steps, participants: participants, more: more)
    return try read(text, sourceLocation: sourceLocation).steps.map(\.action)
}

/// Returns the messages about a text: a line for each problem, without the name of the file.
func complaints(_ text: String, limits: ScenarioLimits = .default, vocabulary: Vocabulary = .standard) -> [String] {
    let library = ScenarioLibrary.load(text: text, file: "x.yaml", vocabulary: vocabulary, limits: limits)
    return library.diagnostics.map { String($0.description.trimmingPrefix("x.yaml:")) }
}

/// Returns the messages about steps: a line for each problem, lines counted from the first step.
func complaints(steps: String, participants: String = "[alice, bob]") -> [String] {
    let text = scenario(steps: steps, participants: participants)
    let library = ScenarioLibrary.load(text: text, file: "x.yaml")
    return library.diagnostics.map {
        "\($0.line - 5):\($0.column - 2): \($0.message)\($0.suggestion.map { "; \($0)" } ?? "")"
    }
}

/// Fails a test whose step was read as something else than it is.
func unexpected(sourceLocation: SourceLocation = #_sourceLocation) {
    Issue.record("a step was read as something else", sourceLocation: sourceLocation)
}

extension Step.Action {
    /// The command of a step that starts one.
    var call: CommandCall? {
        if case .command(let call) = self { call } else { nil }
    }
}

extension PacketFilter {
    /// Returns the filter with conditions on these fields, in the order of the language's table.
    init(_ tests: [String: Comparison], from: Endpoint? = nil, to: Endpoint? = nil) {
        self.init(from: from, to: to)
        for spec in PacketFields.table.words {
            if let comparison = tests[spec.name] { fields.append(FieldTest(spec: spec, comparison: comparison)) }
        }
    }

    /// Returns the condition on a field.
    subscript(_ name: String) -> Comparison? { fields.first { $0.spec.name == name }?.comparison }
}
