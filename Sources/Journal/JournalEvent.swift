/// An event in the journal.
///
/// Each case has a record of its own, so that a new field does not affect the readers of other records.
package enum JournalEvent: Hashable, Sendable {
    /// The run started; always the first entry.
    case runStarted(RunStarted)
    /// A step of the scenario began or ended.
    case step(Step)
    /// A participant called a function of its call library.
    case call(Call)
    /// A function called earlier returned or threw.
    case returned(Returned)
    /// A property of a participant changed.
    case state(StateChange)
    /// A participant received an event of the backend.
    case event(Event)
    /// An event of a datagram.
    case datagram(Datagram)
    /// Datagrams of one RTP stream were sent and received.
    case datagrams(Datagrams)
    /// The scenario caused a fault of the network, a participant or the backend.
    case fault(Fault)
    /// A timer was started, fired or was cancelled.
    case timer(Timer)
    /// A participant's call library posted a notification.
    case notification(Notification)
    /// Any other event, such as a handled request or a retransmitted message.
    case log(Log)
    /// An expectation was evaluated.
    case expectation(Expectation)
    /// The verdict; always the last entry of a run that ended.
    case verdict(Judgement)

    /// The description in the table of kinds.
    package var kind: JournalKind {
        switch self {
        case .runStarted: .runStarted
        case .step: .step
        case .call: .call
        case .returned: .returned
        case .state: .state
        case .event: .event
        case .datagram: .datagram
        case .datagrams: .datagrams
        case .fault: .fault
        case .timer: .timer
        case .notification: .notification
        case .log: .log
        case .expectation: .expectation
        case .verdict: .verdict
        }
    }
}
