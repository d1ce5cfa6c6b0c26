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

    var isEmpty: Bool { places.isEmpty }

    /// The names of all calls, in no order.
    var keys: some Collection<CallCid> & Sendable { places.keys }

    /// All calls, in no order.
    var values: [CallRecord] { records.compactMap { $0 } }

    /// A call; nil when there is none of that name.
    subscript(cid: CallCid) -> CallRecord? {
        _read { yield records[places[cid] ?? 0] }
        _modify {
            let place = takePlace(for: cid)
            defer { if records[place] == nil { vacate(place, of: cid) } }
            yield &records[place]
        }
    }

    private mutating func takePlace(for cid: CallCid) -> Int {
        if let place = places[cid] { return place }
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
        freePlaces.append(place)
    }
}
