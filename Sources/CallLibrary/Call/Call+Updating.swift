public import Signaling
public import Timing
public import Wire

extension Call {
    /// Changes the call for everybody; what is nil stays as it is.
    ///
    /// - Parameters:
    ///   - custom: Data of the application's own, in place of all that was there.
    ///   - settingsOverride: Settings in place of the call's.
    ///   - startsAt: When the call is to start.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `update-call`, or `update-call-settings` for
    ///   settings, `inputError` when nothing is to change.
    @discardableResult
    public func update(
        custom: CBOR.Map? = nil, settingsOverride: CallSettingsRequest? = nil, startsAt: Timestamp? = nil
    ) async throws -> GetCallResponse {
        let request = UpdateCallRequest {
            $0.custom = custom
            $0.settingsOverride = settingsOverride
            $0.startsAt = startsAt
        }
        let response: GetCallResponse = try await send(.update, request)
        updateState { $0.update(from: response) }
        return response
    }

    /// Deletes the call for everybody; whoever is in it leaves it.
    ///
    /// - Parameter hard: Whether nothing of it is kept, so that its id can be used for a new call.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `end-call`.
    @discardableResult
    public func delete(hard: Bool = false) async throws -> CallChangeResponse {
        let response: CallChangeResponse = try await send(.delete, DeleteCallRequest { $0.hard = hard })
        updateState { $0.update(from: response) }
        return response
    }

    /// Tells the other members of the call, without ringing.
    ///
    /// - Throws: ``RequestError``.
    @discardableResult
    public func notify() async throws -> GetCallResponse {
        try await get(notify: true)
    }

    /// Reads who is in the session.
    ///
    /// - Throws: ``RequestError``.
    public func getParticipants() async throws -> GetParticipantsResponse {
        try await send(.getParticipants)
    }

    /// Reads who is rung, and who answered how.
    ///
    /// - Throws: ``RequestError``.
    public func getRingState() async throws -> RingStateResponse {
        try await send(.getRingState)
    }

    /// Reacts to what happens in the call; everybody who follows it gets a ``CallReactionEvent``.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `create-reaction`.
    @discardableResult
    public func sendReaction(
        type: String, custom: CBOR.Map = [:], emojiCode: String? = nil
    ) async throws -> SendReactionResponse {
        try await send(
            .sendReaction,
            SendReactionRequest {
                $0.type = type
                $0.emojiCode = emojiCode
                $0.custom = custom
            })
    }

    /// Raises the user's hand until it is lowered or the user leaves.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `create-reaction`.
    public func raiseHand() async throws {
        let _: EmptyBody = try await send(.raiseHand)
    }

    /// Lowers the user's hand.
    ///
    /// - Throws: ``RequestError``.
    public func lowerHand() async throws {
        let _: EmptyBody = try await send(.lowerHand)
    }

    /// Tells what the user thinks of the call.
    ///
    /// - Parameter rating: From 1, bad, to 5, good.
    /// - Throws: ``RequestError``; `inputError` for another rating.
    public func collectUserFeedback(rating: Int, reason: String? = nil, custom: CBOR.Map = [:]) async throws {
        let sessionId = state.values.sessionId
        let request = CollectUserFeedbackRequest {
            $0.rating = rating
            $0.reason = reason
            $0.userSessionId = sessionId.isEmpty ? nil : sessionId
            $0.custom = custom
        }
        let _: EmptyBody = try await send(.submitFeedback, request)
    }
}
