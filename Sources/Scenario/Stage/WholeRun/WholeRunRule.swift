/// What must be so in every run, whatever its scenario is about.
public enum WholeRunRule: String, CaseIterable, Hashable, Sendable {
    /// Calling states move only along the table.
    case states
    /// After the last fault all who are in a call see the same participants: nobody who left, nobody twice.
    case rosters
    /// When everybody has gone nothing is left: no timer, no stay, no connection.
    case leftovers
}
