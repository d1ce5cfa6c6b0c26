public import Signaling
public import Timing
public import Wire

extension Call {
    /// Changes the call for every member. Nil leaves a value unchanged.
    ///
    /// - Parameters:
    ///   - custom: The application's custom data, which replaces all earlier data.
    ///   - settingsOverride: The settings that replace those of the call.
    ///   - startsAt: The date at which the call starts.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `update-call`, or `update-call-settings` for
    ///   settings, `inputError` when every argument is nil.
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

    /// Deletes the call for every member. Its participants leave it.
    ///
    /// - Parameter hard: True to delete all data of the call, so that a new call can use its id.
    /// - Throws: ``RequestError``; `notAllowed` without the capability `end-call`.
    @discardableResult
    public func delete(hard: Bool = false) async throws -> CallChangeResponse {
        let response: CallChangeResponse = try await send(.delete, DeleteCallRequest { $0.hard = hard })
        updateState { $0.update(from: response) }
        return response
    }

    /// Notifies the other members of the call without ringing.
    ///
    /// - Throws: ``RequestError``.
    @discardableResult
    public func notify() async throws -> GetCallResponse {
        try await get(notify: true)
    }

    /// Returns the participants of the session.
    ///
    /// - Throws: ``RequestError``.
    public func getParticipants() async throws -> GetParticipantsResponse {
        try await send(.getParticipants)
    }

    /// Returns the ringing members and their answers.
    ///
    /// - Throws: ``RequestError``.
    public func getRingState() async throws -> RingStateResponse {
        try await send(.getRingState)
    }

    /// Sends a reaction. Every client that receives the call's events receives a ``CallReactionEvent``.
    ///
    /// - Parameters:
    ///   - type: The kind of the reaction, such as `fireworks`.
    ///   - custom: Custom data of the application.
    ///   - emojiCode: The code of an emoji, such as `:fireworks:`.
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

    /// Sends the user's rating of the call.
    ///
    /// - Parameters:
    ///   - rating: A number from 1, bad, to 5, good.
    ///   - reason: The reason as text.
    ///   - custom: Custom data of the application.
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
