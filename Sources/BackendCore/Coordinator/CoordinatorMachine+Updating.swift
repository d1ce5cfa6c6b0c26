import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    // MARK: Changing

    func update(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .update)
        let body = try request.body(UpdateCallRequest.self)
        let user = request.requester.user
        if body.custom != nil || body.startsAt != nil || body.settingsOverride == nil,
            let refusal = call.refusal(of: user, .updateCall)
        {
            throw refusal
        }
        for capability in body.settingsOverride?.neededCapabilities ?? [] {
            if let refusal = call.refusal(of: user, capability) { throw refusal }
        }
        guard body != UpdateCallRequest() else {
            throw APIError(
                .inputError, "custom, settings_override and starts_at are all missing",
                advice: "include the fields to change")
        }
        try check(body.custom ?? [:], "custom")
        if let custom = body.custom {
            try provideRoom(custom.keptBytes - call.custom.keptBytes, inGuestCall: call.cid)
        }
        let wasInBackstage = call.isInBackstage
        if let override = body.settingsOverride { apply(override, to: call) }
        if let custom = body.custom { call.custom = custom }
        if let startsAt = body.startsAt { call.startsAt = startsAt }
        call.updatedAt = date
        notifyUpdated(call, cause: request.requester.receiver)
        if wasInBackstage { startAutomaticRecording(call) }
        return makeResponse(.changed, call.getCallResponse(for: user, created: false), to: request.requester)
    }

    private func apply(_ override: CallSettingsRequest, to call: CallRecord) {
        let before = call.settings
        let settings = before.overridden(by: override)
        call.settings = settings
        if !settings.backstage.enabled { call.isInBackstage = false }
        if settings.limits != before.limits {
            limitSession(call)
            order(.limit(call.cid, participants: settings.limits.maxParticipants), in: call)
        }
        thumbnailsChanged(call, from: before.thumbnails)
        if settings.audio.noiseCancellation != before.audio.noiseCancellation { grantAll(in: call) }
    }

    /// Notifies the receivers of a call's events of its new properties.
    func notifyUpdated(_ call: CallRecord, cause: ReceiverID? = nil) {
        let payload = CallUpdatedPayload {
            $0.call = call.response
            $0.capabilitiesByRole = call.capabilitiesByRole
        }
        notify(CallUpdatedEvent(call.cid, at: date, payload), cause: cause)
    }

    // MARK: Deleting

    func delete(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .delete)
        let body = try request.body(DeleteCallRequest.self)
        endForAll(call)
        call.endedAt = call.endedAt ?? date
        notify(
            CallDeletedEvent(call.cid, at: date, CallPayload { $0.call = call.response }),
            cause: request.requester.receiver)
        forget(call, isNameFree: body.hard)
        return makeResponse(.changed, CallChangeResponse { $0.call = call.response }, to: request.requester)
    }

    /// Removes users and calls. Their ids may be used again.
    func remove(_ users: [String], _ cids: [CallCid]) {
        for call in cids.compactMap({ calls[$0] }) {
            if call.session != nil { endForAll(call) }
            forget(call, isNameFree: true)
        }
        for cid in cids { deletedCalls.remove(cid) }
        for user in users {
            self.users[user] = nil
            devices[user] = nil
            rungIn[user] = nil
            guests.remove(user)
        }
    }

    /// Removes a call and its watchers.
    ///
    /// - Parameter isNameFree: True when a new call may use the cid.
    func forget(_ call: CallRecord, isNameFree: Bool) {
        guestCalls.remove(call.cid)
        for receiver in call.watchers { connections[receiver]?.watched.removeAll { $0 == call.cid } }
        calls[call.cid] = nil
        if !isNameFree { deletedCalls.insert(call.cid) }
    }
}

extension CallSettingsRequest {
    /// The capabilities that these settings need. The duration of sessions has a capability of its own.
    fileprivate var neededCapabilities: [OwnCapability] {
        guard limits?.maxDuration != nil else { return [.updateCallSettings] }
        var rest = self
        rest.limits?.maxDuration = nil
        if rest.limits == LimitsSettingsRequest() { rest.limits = nil }
        return rest == CallSettingsRequest() ? [.changeMaxDuration] : [.changeMaxDuration, .updateCallSettings]
    }
}
