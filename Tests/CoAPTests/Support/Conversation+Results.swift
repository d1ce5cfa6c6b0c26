import Wire

// The results of a conversation.
extension Conversation {
    /// The requests that the server's user saw.
    var requests: [CoAP.IncomingRequest] {
        serverEffects.compactMap {
            guard case .request(let request) = $0 else { return nil }
            return request
        }
    }

    var responses: [(id: CoAP.ExchangeID, response: CoAP.Response)] {
        clientEffects.compactMap {
            guard case .response(let id, let response) = $0 else { return nil }
            return (id, response)
        }
    }

    var notifications: [CoAP.Response] {
        clientEffects.compactMap {
            guard case .notification(_, let response) = $0 else { return nil }
            return response
        }
    }

    var failures: [CoAP.Failure] {
        clientEffects.compactMap {
            guard case .failed(_, let failure) = $0 else { return nil }
            return failure
        }
    }

    var acknowledged: [CoAP.NotificationID] {
        serverEffects.compactMap {
            guard case .acknowledged(_, let id) = $0 else { return nil }
            return id
        }
    }

    var losses: [CoAP.ObserverLoss] {
        serverEffects.compactMap {
            guard case .observerGone(_, let loss) = $0 else { return nil }
            return loss
        }
    }

    var duplicatesAtServer: Int {
        serverEffects.count {
            if case .duplicate = $0 { true } else { false }
        }
    }

    var rejectionsAtServer: [CoAP.Rejection] { Self.rejections(serverEffects) }
    var rejectionsAtClient: [CoAP.Rejection] { Self.rejections(clientEffects) }

    private static func rejections(_ effects: [CoAP.Effect]) -> [CoAP.Rejection] {
        effects.compactMap {
            guard case .rejected(_, _, let rejection) = $0 else { return nil }
            return rejection
        }
    }
}
