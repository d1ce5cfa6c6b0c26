/// Runs an application's own logic at the end of a join (`semantics.md` section 0, rule 1).
///
/// The library calls it after the join request succeeded and the call's state was updated, and before `joined`.
public protocol CallJoinIntercepting: Sendable {
    /// Returns to let the join continue. An error fails the join with ``CallJoinInterceptionError``.
    ///
    /// Exceeding ``CallTimeouts/joinInterception`` has the same effect as returning: the task is cancelled and the join
    /// continues.
    @MainActor
    func callReadyToJoin(_ call: Call) async throws
}
