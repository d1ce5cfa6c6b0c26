extension SIP {
    /// The caller of one call, without I/O: an INVITE, its ACK, and a BYE (RFC 3261 sections 13, 15 and 17.1).
    package struct Caller: Sendable {
        /// The stages of a call, in order.
        package enum Stage: Hashable, Sendable {
            case idle
            /// The INVITE has no response.
            case inviting
            /// The INVITE has a provisional response.
            case proceeding
            /// CANCEL was sent, and the final response of the INVITE is due.
            case cancelling
            case established
            /// The BYE has no response.
            case leaving
            case over
        }

        /// An action of the shell.
        package enum Effect: Hashable, Sendable {
            case send([UInt8])
            /// Sends a message once more.
            case repeated([UInt8])
            /// Calls ``fire()`` after this time, and not at an earlier one.
            case wake(after: Duration)
            /// The callee is rung.
            case rung
            case answered
            /// The call is over; the reason of its failure, or nil.
            case ended(String?)
        }

        package private(set) var stage = Stage.idle
        private let messages: CallerMessages
        /// The request that is sent again until it has a response.
        private var request: [UInt8] = []
        /// The ACK, for each copy of the final response.
        private var ack: [UInt8] = []
        /// The dialog's `To` with its tag, the target and the route.
        private var dialog = CallerMessages.Dialog()
        /// The time between two copies of the request.
        private var interval = Duration.zero
        /// The time of the last `wake`.
        private var pause = Duration.zero
        /// The sum of the times that have passed since the request.
        private var waited = Duration.zero
        /// True when the request has a response and is not sent again, but the INVITE has no final one.
        private var hasResponse = false
        private var hasRung = false
        /// True when the call shall end.
        private var isUnwanted = false
        /// The reason for which the caller ends the call itself.
        private var failure: String?

        /// T1, T2 and 64 T1 of RFC 3261 section 17.1.1.1.
        private static let first = Duration.milliseconds(500)
        private static let longest = Duration.seconds(4)
        private static let patience = Duration.seconds(32)

        package init(_ messages: CallerMessages) { self.messages = messages }

        /// Begins the call.
        package mutating func begin() -> [Effect] {
            stage = .inviting
            return ask(messages.invite())
        }

        /// Ends the call early.
        package mutating func end() -> [Effect] {
            switch stage {
            case .idle:
                stage = .over
                return [.ended(nil)]
            case .inviting:
                // CANCEL follows a provisional response only (RFC 3261 section 9.1).
                isUnwanted = true
                return []
            case .proceeding:
                isUnwanted = true
                return cancel()
            case .established: return leave()
            case .cancelling, .leaving, .over: return []
            }
        }

        /// Takes a response of the call. One that no stage expects has no effect.
        package mutating func receive(_ response: FieldRanges, in bytes: [UInt8]) -> [Effect] {
            guard let status = response.status else { return [] }
            let isOfInvite = bytes[response.method].elementsEqual("INVITE".utf8)
            switch stage {
            case .inviting, .proceeding, .cancelling:
                if isOfInvite { return invited(status, response, bytes) }
                let isOfCancel = bytes[response.method].elementsEqual("CANCEL".utf8)
                if stage == .cancelling, status >= 200, isOfCancel { hasResponse = true }
                return []
            case .established, .leaving:
                // A copy of the final response shows that the ACK was lost.
                if isOfInvite { return status >= 200 ? [.repeated(ack)] : [] }
                guard stage == .leaving, status >= 200, bytes[response.method].elementsEqual("BYE".utf8) else {
                    return []
                }
                stage = .over
                return [.ended(status < 300 ? failure : "the BYE was answered with \(status)")]
            case .idle: return []
            case .over: return isOfInvite && status >= 200 && !ack.isEmpty ? [.repeated(ack)] : []
            }
        }

        /// Takes that the time of the last `wake` has passed.
        package mutating func fire() -> [Effect] {
            switch stage {
            case .idle, .established, .over: return []
            case .inviting, .leaving, .cancelling, .proceeding:
                waited += pause
                guard waited < Self.patience else { return giveUp() }
                return hasResponse ? [wake()] : sendAgain()
            }
        }

        // MARK: Steps

        private mutating func ask(_ message: [UInt8]) -> [Effect] {
            request = message
            (interval, waited, hasResponse) = (Self.first, .zero, false)
            return [.send(message), wake()]
        }

        /// The next wake, which is not behind the end of the patience (timers B and F of RFC 3261 section 17.1).
        private mutating func wake() -> Effect {
            pause = Swift.min(interval, Self.patience - waited)
            return .wake(after: pause)
        }

        /// Ends a call whose request has waited too long. A callee that rings receives a CANCEL first, or it would ring
        /// on.
        private mutating func giveUp() -> [Effect] {
            let missing =
                switch stage {
                case .leaving: "the BYE has no response"
                case .proceeding: "the INVITE has no final response"
                case .cancelling: "the cancelled INVITE has no final response"
                default: "the INVITE has no response"
                }
            failure = failure ?? "\(missing) after 32 s"
            guard stage != .proceeding else { return cancel() }
            stage = .over
            return [.ended(failure)]
        }

        private mutating func sendAgain() -> [Effect] {
            interval = stage == .inviting ? interval * 2 : Swift.min(interval * 2, Self.longest)
            return [.repeated(request), wake()]
        }

        private mutating func cancel() -> [Effect] {
            stage = .cancelling
            return ask(messages.cancel())
        }

        private mutating func invited(_ status: Int, _ response: FieldRanges, _ bytes: [UInt8]) -> [Effect] {
            guard status >= 200 else { return proceeded(status) }
            dialog = CallerMessages.Dialog(response, in: bytes)
            guard status < 300 else { return refused(status) }
            ack = messages.ack(dialog)
            guard stage != .cancelling, !isUnwanted else { return [.send(ack)] + leave() }
            stage = .established
            return [.answered, .send(ack)]
        }

        /// Takes a provisional response. The first one allows the CANCEL of a call that shall end.
        private mutating func proceeded(_ status: Int) -> [Effect] {
            let isRinging = status > 100 && status != 183 && !hasRung
            if isRinging { hasRung = true }
            let effects: [Effect] = isRinging ? [.rung] : []
            guard stage == .inviting else { return effects }
            stage = .proceeding
            hasResponse = true
            return isUnwanted ? effects + cancel() : effects
        }

        /// A refusal is acknowledged within the INVITE's transaction.
        private mutating func refused(_ status: Int) -> [Effect] {
            ack = messages.ackOfRefusal(dialog)
            let isExpected = stage == .cancelling || isUnwanted
            stage = .over
            return [.send(ack), .ended(isExpected ? failure : "the INVITE was answered with \(status)")]
        }

        private mutating func leave() -> [Effect] {
            stage = .leaving
            return ask(messages.bye(dialog))
        }
    }
}
