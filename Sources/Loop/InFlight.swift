/// Datagrams that were sent to sockets of this process and have not arrived yet.
///
/// While there are any, no instant is an idle point. If the kernel is late, the loop waits in real time, for ``limit`` at
/// most, and then gives them up.
package struct InFlight {
    /// The number of datagrams, kept by the network that sends and receives them.
    package var count = 0

    /// Called when datagrams have not arrived within ``limit``; ``count`` is 0 by then.
    package var onOverdue: (@MainActor () -> Void)?

    /// The longest time in which an idle point is postponed.
    var limit = Duration.milliseconds(200)

    /// True when the kernel is asked about announced descriptors, too.
    var asksKernel = true
}
