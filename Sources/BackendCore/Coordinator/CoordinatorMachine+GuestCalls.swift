import Signaling

/// The room for calls of guests. A guest needs no token.
extension CoordinatorMachine {
    /// The maximum number of calls that are examined for one that can be removed.
    private static let maxExamined = 64

    /// Counts a new call of a guest. Beyond the limit, the oldest such calls without participants are deleted.
    func provideRoomForGuestCall(_ cid: CallCid, _ size: Int) throws(APIError) {
        var examined = 0
        while !guestCalls.hasRoom(for: size) {
            examined += 1
            guard examined <= Self.maxExamined, let oldest = guestCalls.rotate() else { throw .guestCallsAreMany }
            guard let call = calls[oldest], call.session?.participants.isEmpty ?? true else { continue }
            endForAll(call)
            notify(CallDeletedEvent(call.cid, at: date, CallPayload { $0.call = call.response }))
            forget(call, isNameFree: true)
        }
        guestCalls.insert(cid, size)
    }
}
