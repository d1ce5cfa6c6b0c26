import Signaling
import Sockets
import Wire

/// The health requests of a session. An SFU without a response for too long counts as lost.
extension SFUClient {
    /// Schedules the next health request.
    func scheduleHealth() {
        nextHealth.set(after: configuration.healthInterval, "health of session ", sessionId) { [self] in
            requestHealth()
        }
    }

    private func requestHealth() {
        scheduleHealth()
        let request = message(.health, SFUHealthRequest { $0.sessionId = sessionId })
        if let healthRequest { socket.forget(healthRequest) }
        // The response may be older than an event that arrived since the request, even when it arrives later.
        let known = rosterEvents
        healthRequest = socket.request(request, to: address) { [self] result in
            if case .success(let response) = result { healthResponded(response, isCurrent: known == rosterEvents) }
        }
    }

    /// Restarts the health deadline after a response.
    func extendHealth() {
        healthLimit.set(after: configuration.healthTimeout, "health answer of session ", sessionId) { [self] in
            lose(.health)
        }
    }

    /// Handles the response to a health request.
    ///
    /// - Parameter isCurrent: True when no event about the counts arrived after the request was sent.
    private func healthResponded(_ response: CoAP.Response, isCurrent: Bool) {
        guard !isOver else { return }
        do {
            let health: SFUHealthResponse = try CoordinatorClient.read(response)
            extendHealth()
            if isCurrent { report?(self, .counts(health.participantCount)) }
        } catch {
            // A client with a new address verifies it on the media path. The SFU then accepts its requests.
            if case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress {
                return addressIsUnproven()
            }
            lose(.signal)
        }
    }
}
