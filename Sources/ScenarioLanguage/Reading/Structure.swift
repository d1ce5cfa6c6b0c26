/// One branch of a `parallel` step.
package struct Branch: Hashable, Sendable {
    /// How it is told from the others: its name, or its number from 1.
    package let title: String
    /// What is done in it, in order.
    package let steps: [Step]
}

/// A `when` step: what is looked at, and what is done then.
package struct Fork: Hashable, Sendable {
    /// What must be true in the quiet instant in which the step is reached.
    package let conditions: [Expectation]
    /// What is done when all of it is true.
    package let then: [Step]
    /// What is done when some of it is not.
    package let otherwise: [Step]
}
