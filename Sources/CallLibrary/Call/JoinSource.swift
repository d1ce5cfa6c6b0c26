/// The origin of a join (`semantics.md` 1.2 step 1).
public enum JoinSource: Sendable {
    /// The application itself.
    case inApp
    /// Code outside of the application that answers for the user, such as a system's call screen. `completion` is
    /// called once when the user has joined, and never when the join failed.
    case external(completion: @MainActor @Sendable () -> Void)

    var name: String {
        switch self {
        case .inApp: "inApp"
        case .external: "external"
        }
    }

    @MainActor
    func complete() {
        if case .external(let completion) = self { completion() }
    }
}
