import Signaling
import Wire

/// The limit of the memory for calls of guests. A guest needs no token of the application, so any client can be one.
extension CoordinatorMachine {
    /// The maximum number of calls that are examined for one that can be removed.
    private static let maxExamined = 64

    /// Counts a new call of a guest. Beyond the limit, the oldest such calls without participants are deleted.
    func provideRoomForGuestCall(_ cid: CallCid, _ size: Int) throws(APIError) {
        try makeRoom(for: size, keeping: cid)
        guestCalls.insert(cid, size)
    }

    /// Counts more bytes for a call, if a guest created it.
    func provideRoom(_ size: Int, inGuestCall cid: CallCid) throws(APIError) {
        guard guestCalls.contains(cid) else { return }
        if size > 0 { try makeRoom(for: size, keeping: cid) }
        guestCalls.add(size, to: cid)
    }

    /// Performs an action on the egress of a call. The entries of files and broadcasts count as memory of a guest's
    /// call.
    func performInRoom(_ action: EgressAction, _ request: CallRequest) throws(APIError) -> ServerResponse {
        let size = Self.bytesOfFile + request.message.payload.count
        guard !guestCalls.contains(request.cid) || guestCalls.hasRoom(for: size) else { throw .guestCallsAreMany }
        let response = try perform(action, request)
        if request.message.method != .get { guestCalls.add(size, to: request.cid) }
        return response
    }

    /// An estimate of the memory that the entry of a file takes, in bytes.
    private static let bytesOfFile = 512

    private func makeRoom(for size: Int, keeping cid: CallCid) throws(APIError) {
        var examined = 0
        while !guestCalls.hasRoom(for: size) {
            examined += 1
            guard examined <= Self.maxExamined, let oldest = guestCalls.rotate() else { throw .guestCallsAreMany }
            guard oldest != cid, let call = calls[oldest], call.session?.participants.isEmpty ?? true else { continue }
            endForAll(call)
            notify(CallDeletedEvent(call.cid, at: date, CallPayload { $0.call = call.response }))
            forget(call, isNameFree: true)
        }
    }
}
