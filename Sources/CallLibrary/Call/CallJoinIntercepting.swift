/// Runs an application's own logic at the end of a join (`semantics.md` section 0, rule 1).
///
/// It is called after the join request succeeded and the call's state was updated, before the call counts as joined.
public protocol CallJoinIntercepting: Sendable {
    /// Returns to let the join go on, throws to make it fail with ``CallJoinInterceptionError``.
    ///
    /// Taking longer than ``CallTimeouts/joinInterception`` is the same as returning: the task is cancelled and the
    /// join goes on without it.
    @MainActor
    func callReadyToJoin(_ call: Call) async throws
}
