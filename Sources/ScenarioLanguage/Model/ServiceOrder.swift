/// The order in which sockets and timers that are ready at one instant are served.
///
/// Wherever several are ready, the run makes a choice among those that are left. Choices are numbered from one on, and
/// what can be chosen is numbered from zero on, in the usual order.
package enum ServiceOrder: Hashable, Sendable {
    /// Every choice is zero: sockets come in the order of their opening, where a new one takes the place of a closed one,
    /// and timers in the order in which they were set.
    case usual
    /// Every choice is drawn.
    case drawn(seed: UInt64)
    /// These choices have these values; all others are zero.
    case chosen([Int: Int])
}
