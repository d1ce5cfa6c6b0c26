/// A free decision of the loop: which of several readable descriptors, or of several timers with one deadline, comes next.
package struct FreeChoice {
    /// The number of possibilities, at least two. They are numbered from zero in the usual order.
    package let count: Int
    /// Returns the label of one possibility.
    package let label: @MainActor (Int) -> String
}
