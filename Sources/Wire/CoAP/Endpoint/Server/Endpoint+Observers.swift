internal import Containers
public import Timing

// Notifying: one notification at a time to each observer, in order, without gaps.
extension CoAP.Endpoint {
    /// Processes the response to a registration; a success with `observer` accepts it.
    mutating func register(
        _ request: ServedRequest, _ id: CoAP.ObserverID, _ response: CoAP.Response, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) {
        let key = TokenKey(request.peer, request.token)
        guard response.observer, response.code.isSuccess else {
            // A response without an observation ends the former one (RFC 7641 section 4.1). A refused request may be a
            // copy from another host. A client that observes no more resets the next notification.
            if response.code.isSuccess { lose(observerOfToken[key], .replaced, at: now, &effects) }
            return send(response, for: request, at: now, &effects)
        }
        lose(observerOfToken[key], .replaced, at: now, &effects)
        let peer = peerSlot(request.peer)
        guard peers.values[peer].observers < limits.observersPerPeer else {
            // Without the Observe option the client knows that it will not be notified (RFC 7641 section 4.1).
            send(response, for: request, at: now, &effects)
            effects.append(.observerGone(id, .tooManyObservers(limit: limits.observersPerPeer)))
            return
        }
        peers.values[peer].observers += 1
        observerOfToken.insert(id, for: key)
        let order = formerOrders.take(key, at: now) ?? 0
        guard !respond(to: request, response, asObserver: id, after: order, at: now, &effects) else { return }
        var request = request
        acknowledge(&request, at: now, &effects)
        let slot = observers.insert(Observer(request, response, after: order), for: id)
        sendNext(to: id, slot, at: now, &effects)
    }

    /// Sends the registration's response in the acknowledgement, if that is still due and can hold it.
    ///
    /// The client receives it before any notification: it retransmits the request until the acknowledgement arrives.
    private mutating func respond(
        to request: ServedRequest, _ response: CoAP.Response, asObserver id: CoAP.ObserverID, after order: UInt32,
        at now: Instant, _ effects: inout [CoAP.Effect]
    ) -> Bool {
        guard request.isConfirmable, !request.isAcknowledged, !response.isConfirmable else { return false }
        var part = ResponsePart(response, token: request.token)
        guard cut(&part, requested: request.block2) == nil else { return false }
        var observer = Observer(request, after: order)
        part.observe = observer.nextOrder()
        part.block1 = request.block1
        observers.insert(observer, for: id)
        send(part, for: request, at: now, &effects)
        return true
    }

    mutating func enqueue(
        _ response: consuming CoAP.Response, isFinal: Bool, for id: CoAP.ObserverID, at now: Instant,
        _ effects: inout [CoAP.Effect]
    ) -> CoAP.NotificationID {
        let none = CoAP.NotificationID(rawValue: .max)
        guard let slot = observers.slot(of: id),
            let notification = observers.values[slot].enqueue(response, isFinal: isFinal)
        else { return none }
        if observers.values[slot].queuedCount > limits.queuedNotifications {
            lose(id, .tooManyNotifications(limit: limits.queuedNotifications), at: now, &effects)
        } else {
            sendNext(to: id, slot, at: now, &effects)
        }
        return notification
    }

    private mutating func sendNext(
        to id: CoAP.ObserverID, _ slot: Int, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let notification = observers.values[slot].next() else { return }
        let key = observers.values[slot].tokenKey
        var part = ResponsePart(notification.response, token: key.token)
        part.observe = notification.isFinal ? nil : observers.values[slot].nextOrder()
        part.block1 = notification.id == .registration ? observers.values[slot].request.block1 : nil
        var body = cut(&part, requested: observers.values[slot].request.block2)
        body?.observer = id
        let messageID = freshMessageID(for: key.peer)
        observers.values[slot].delivery = Observer.Delivery(messageID: messageID, isFetched: body == nil)
        if let body {
            let request = observers.values[slot].request
            keep(body, for: key, of: request, at: now)
        }
        let bytes = part.message(.confirmable, messageID)
        transmit(bytes, messageID, to: key.peer, for: .notification(id), at: now, &effects)
    }

    /// Sends the next notification when the client has received the current one.
    mutating func progress(
        _ id: CoAP.ObserverID, _ progress: Observer.Progress, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = observers.slot(of: id) else { return }
        let timer = observers.values[slot].delivery?.timer
        guard let notification = observers.values[slot].advance(progress) else { return awaitFetch(slot, id, at: now) }
        if let timer { timers.cancel(timer) }
        effects.append(.acknowledged(id, notification.id))
        if notification.isFinal { drop(id, at: now) } else { sendNext(to: id, slot, at: now, &effects) }
    }

    /// Starts the timer for the client's next block request.
    private mutating func awaitFetch(
        _ slot: Int, _ id: CoAP.ObserverID, at now: Instant
    ) {
        guard let delivery = observers.values[slot].delivery, !delivery.isFetched else { return }
        if let timer = delivery.timer { timers.cancel(timer) }
        observers.values[slot].delivery?.timer = timers.schedule(.fetch(id), at: now.later(by: waits.fetch))
    }

    /// Sends a requested block of a notification. The last block is confirmable: its acknowledgement means that the
    /// client has the whole body.
    mutating func send(
        _ part: ResponsePart, ofNotificationTo id: CoAP.ObserverID, for request: ServedRequest, isLast: Bool,
        at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let slot = observers.slot(of: id), isLast else {
            send(part, for: request, at: now, &effects)
            if let slot = observers.slot(of: id) { awaitFetch(slot, id, at: now) }
            return
        }
        var request = request
        acknowledge(&request, at: now, &effects)
        let messageID = freshMessageID(for: request.peer)
        observers.values[slot].delivery?.lastBlockMessageID = messageID
        let bytes = part.message(.confirmable, messageID)
        transmit(bytes, messageID, to: request.peer, for: .lastBlock(id), at: now, &effects)
    }
}

// MARK: Address changes

extension CoAP.Endpoint {
    /// Notifies an observer at a new address; the current notification is sent again.
    ///
    /// CoAP identifies a client by its address. The caller must have proof that the client is at the new one.
    public mutating func moveObserver(
        _ id: CoAP.ObserverID, to peer: SocketAddress, at now: Instant
    ) -> [CoAP.Effect] {
        var effects: [CoAP.Effect] = []
        guard var observer = observers[id], observer.peer != peer else { return effects }
        drop(id, at: now)
        observer.move(to: peer)
        if let former = observerOfToken[observer.tokenKey] { lose(former, .replaced, at: now, &effects) }
        peers.values[peerSlot(peer)].observers += 1
        let slot = observers.insert(observer, for: id)
        observerOfToken.insert(id, for: observer.tokenKey)
        sendNext(to: id, slot, at: now, &effects)
        return effects
    }
}

// MARK: Ending

extension CoAP.Endpoint {
    /// Removes the observation that a request belongs to, if there is one.
    mutating func deregister(_ request: ServedRequest, at now: Instant, _ effects: inout [CoAP.Effect]) {
        lose(observerOfToken[TokenKey(request.peer, request.token)], .deregistered, at: now, &effects)
    }

    mutating func lose(
        _ id: CoAP.ObserverID?, _ loss: CoAP.ObserverLoss, at now: Instant, _ effects: inout [CoAP.Effect]
    ) {
        guard let id, observers.contains(id) else { return }
        drop(id, at: now)
        effects.append(.observerGone(id, loss))
    }

    /// Removes an observer with its messages and timers. Its last order remains for a later registration with the same
    /// token, whose notifications have greater numbers (RFC 7641 section 4.4).
    mutating func drop(_ id: CoAP.ObserverID, at now: Instant) {
        guard let observer = observers.remove(id) else { return }
        observerOfToken.remove(observer.tokenKey)
        formerOrders.insert(observer.lastOrder, for: observer.tokenKey, until: now.later(by: waits.lifetime), at: now)
        peers.values[peerSlot(observer.peer)].observers -= 1
        guard let delivery = observer.delivery else { return }
        stop(MessageKey(observer.peer, delivery.messageID))
        if let messageID = delivery.lastBlockMessageID { stop(MessageKey(observer.peer, messageID)) }
        if let timer = delivery.timer { timers.cancel(timer) }
        if !delivery.isFetched { outgoingBodies.remove(observer.tokenKey) }
    }
}
