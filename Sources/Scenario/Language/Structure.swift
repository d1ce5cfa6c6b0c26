/// One branch of a `parallel` step.
public struct Branch: Hashable, Sendable {
    /// How it is told from the others: its name, or its number from 1.
    public let title: String
    /// What is done in it, in order.
    public let steps: [Step]
}

/// A `when` step: what is looked at, and what is done then.
public struct Fork: Hashable, Sendable {
    /// What must be true in the quiet instant in which the step is reached.
    public let conditions: [Expectation]
    /// What is done when all of it is true.
    public let then: [Step]
    /// What is done when some of it is not.
    public let otherwise: [Step]
}
