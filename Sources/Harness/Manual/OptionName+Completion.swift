internal import Reporting
internal import Tracing

extension OptionName {
    /// The words that a shell offers as the value of an option.
    enum Completion: Hashable {
        case none
        case files
        case words([String])
    }

    var completion: Completion {
        guard let value = row.value, argument == .required else { return .none }
        if self == .report { return .words(ReportKind.allCases.map(\.rawValue)) }
        if self == .format { return .words(["text", "json"] + ExportFormat.allCases.map(\.rawValue) + ["pcapng"]) }
        if value == "FILE" || value == "DIR" { return .files }
        let words = value.split(separator: "|").map(String.init)
        return words.count > 1 ? .words(words) : .none
    }
}

extension Verb {
    /// The words that a shell offers as operands of a verb.
    var completion: OptionName.Completion {
        switch self {
        case .completions: .words(Shell.allCases.map(\.rawValue))
        case .man: .words(Verb.visible.map(\.rawValue))
        case .serve, .schema, .worker, .loadWorker: .none
        default: .files
        }
    }
}
