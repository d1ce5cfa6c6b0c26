import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    // MARK: Changing

    mutating func update(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let before = try call(question, .update)
        let body = try question.body(UpdateCallRequest.self)
        let user = question.asker.user
        if body.custom != nil || body.startsAt != nil || body.settingsOverride == nil,
            let refusal = before.refusal(of: user, .updateCall)
        {
            throw refusal
        }
        for capability in body.settingsOverride?.neededCapabilities ?? [] {
            if let refusal = before.refusal(of: user, capability) { throw refusal }
        }
        guard body != UpdateCallRequest() else {
            throw APIError(
                .inputError, "custom, settings_override and starts_at are all missing",
                advice: "name what is to change")
        }
        try check(body.custom ?? [:], "custom")
        if let override = body.settingsOverride {
            let settings = before.settings.overridden(by: override)
            calls[question.cid]?.settings = settings
            if !settings.backstage.enabled { calls[question.cid]?.isInBackstage = false }
            if settings.limits != before.settings.limits {
                limitSession(question.cid)
                tellSFU(of: question.cid, .limit(question.cid, participants: settings.limits.maxParticipants))
            }
            thumbnailsChanged(question.cid, from: before.settings.thumbnails)
            if settings.audio.noiseCancellation != before.settings.audio.noiseCancellation {
                tellGrantsOfAll(in: question.cid)
            }
        }
        if let custom = body.custom { calls[question.cid]?.custom = custom }
        if let startsAt = body.startsAt { calls[question.cid]?.startsAt = startsAt }
        calls[question.cid]?.updatedAt = date
        tellUpdated(question.cid, cause: question.asker.receiver)
        guard let answer = calls[question.cid]?.answer(to: user, created: false) else {
            throw .unknownCall(question.cid)
        }
        return self.answer(.changed, answer, to: question.asker)
    }

    /// Tells everybody who follows the call that it is not what it was.
    mutating func tellUpdated(_ cid: CallCid, cause: ReceiverID? = nil) {
        guard let call = calls[cid] else { return }
        let payload = CallUpdatedPayload {
            $0.call = call.response
            $0.capabilitiesByRole = call.capabilitiesByRole
        }
        tellAll(CallUpdatedEvent(cid, at: date, payload), cause: cause)
    }

    // MARK: Deleting

    mutating func delete(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let before = try call(question, .delete)
        let body = try question.body(DeleteCallRequest.self)
        let cid = question.cid
        endEgress(cid)
        cancelSessionTimer(cid)
        calls[cid]?.endedAt = before.endedAt ?? date
        calls[cid]?.updatedAt = date
        calls.changeSession(of: cid) { [date] in $0.end(at: date) }
        cancelRingTimers(cid)
        if let edge = before.edge { effects.append(.order(edge: edge, .end(cid, .ended))) }
        guard let call = calls[cid] else { throw .unknownCall(cid) }
        tellAll(
            CallDeletedEvent(cid, at: date, CallPayload { $0.call = call.response }),
            cause: question.asker.receiver)
        forget(cid, isNameFree: body.hard)
        return answer(.changed, CallChangeResponse { $0.call = call.response }, to: question.asker)
    }

    /// Nobody follows the call any more, and nobody finds it.
    private mutating func forget(_ cid: CallCid, isNameFree: Bool) {
        for receiver in calls[cid]?.watchers ?? [] { connections[receiver]?.watched.removeAll { $0 == cid } }
        calls.removeValue(forKey: cid)
        if !isNameFree { deletedCalls.insert(cid) }
    }
}

extension CallSettingsRequest {
    /// What a user must be allowed to override these settings: how long sessions last is a matter of its own.
    fileprivate var neededCapabilities: [OwnCapability] {
        guard limits?.maxDuration != nil else { return [.updateCallSettings] }
        var rest = self
        rest.limits?.maxDuration = nil
        if rest.limits == LimitsSettingsRequest() { rest.limits = nil }
        return rest == CallSettingsRequest() ? [.changeMaxDuration] : [.changeMaxDuration, .updateCallSettings]
    }
}
