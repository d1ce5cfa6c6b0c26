import Signaling

/// The coordinator's calls by name.
///
/// A call is read and changed where it lies. A dictionary would move all of it out and in again, and a request touches
/// its call some twenty times.
struct CallTable: Sendable {
    private var places: [CallCid: Int] = [:]
    /// The calls by place; nil where nothing is, which the first place always is.
    private var records: [CallRecord?] = [nil]
    private var freePlaces: [Int] = []
    /// The call that was changed last, which is nearly always the next one to be asked for.
    private var latest: (cid: CallCid, place: Int)?

    var isEmpty: Bool { places.isEmpty }

    /// The names of all calls, in no order.
    var keys: some Collection<CallCid> & Sendable { places.keys }

    /// All calls, in no order.
    var values: [CallRecord] { records.compactMap { $0 } }

    /// A call; nil when there is none of that name.
    subscript(cid: CallCid) -> CallRecord? {
        _read { yield records[place(of: cid) ?? 0] }
        _modify {
            let place = takePlace(for: cid)
            defer { if records[place] == nil { vacate(place, of: cid) } }
            yield &records[place]
        }
    }

    private func place(of cid: CallCid) -> Int? {
        if let latest, latest.cid == cid { return latest.place }
        return places[cid]
    }

    private mutating func takePlace(for cid: CallCid) -> Int {
        let place = place(of: cid) ?? addPlace(for: cid)
        if latest?.place != place { latest = (cid, place) }
        return place
    }

    private mutating func addPlace(for cid: CallCid) -> Int {
        if freePlaces.isEmpty {
            freePlaces.append(records.count)
            records.append(nil)
        }
        let place = freePlaces.removeLast()
        places[cid] = place
        return place
    }

    private mutating func vacate(_ place: Int, of cid: CallCid) {
        places[cid] = nil
        latest = nil
        freePlaces.append(place)
    }
}
