internal import Containers

// The state that an endpoint holds for its peers, for an inspection when all should have ended.
extension CoAP.Endpoint {
    /// The number of entries in each table with any, in words. Messages and bodies that expire by themselves do not count.
    package var leftovers: [String] {
        filled([
            "messages without an acknowledgement": transmissions.count, "exchanges": exchanges.count,
            "tokens of exchanges": exchangeOfToken.count, "requests without a response": served.count,
            "observers": observers.count, "tokens of observers": observerOfToken.count,
            "busy peers": peers.values.count { !$0.isIdle },
        ])
    }
}
