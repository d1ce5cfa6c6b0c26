/// An event that the journal keeps.
///
/// Each case has a record of its own, so that a record can gain a field without touching those who read others.
package enum JournalEvent: Hashable, Sendable {
    /// The run started; always the first entry.
    case runStarted(RunStarted)
    /// A step of the scenario began or ended.
    case step(Step)
    /// A participant called a function of its call library.
    case call(Call)
    /// A function called earlier returned or threw.
    case returned(Returned)
    /// A property of a participant took another value.
    case state(StateChange)
    /// An event of the backend reached a participant.
    case event(Event)
    /// A datagram met its fate.
    case datagram(Datagram)
    /// Datagrams of one RTP stream were sent and received.
    case datagrams(Datagrams)
    /// The scenario disturbed the network, a participant or the backend.
    case fault(Fault)
    /// A timer was armed, fired or was cancelled.
    case timer(Timer)
    /// A participant's call library posted a notification.
    case notification(Notification)
    /// Any other event, such as a handled request or a retransmitted message.
    case log(Log)
    /// An expectation was judged.
    case expectation(Expectation)
    /// The run was judged; always the last entry of a run that ended.
    case verdict(Judgement)

    /// Its description in the table of kinds.
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
