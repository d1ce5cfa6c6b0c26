extension BinaryInteger {
    /// The number with a noun: `1 run`, `2 runs`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
