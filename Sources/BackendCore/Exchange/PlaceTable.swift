import Signaling

/// Large values by name: the coordinator's calls, an SFU's sessions and stays.
///
/// A value is read and changed where it lies. A dictionary would move all of it out and in again, and a request touches
/// its call some twenty times.
struct PlaceTable<Key: Hashable & Sendable, Value: Placed>: Sendable {
    private var places: [Key: Int] = [:]
    /// The values by place; nil where nothing is, which the first place always is.
    private var records: [Value?] = [nil]
    private var freePlaces: [Int] = []
    /// What was changed last, which is nearly always what is asked for next.
    private var latest: (key: Key, place: Int)?

    var isEmpty: Bool { places.isEmpty }

    /// The names of all, in no order.
    var keys: some Collection<Key> & Sendable { places.keys }

    /// All of them, in no order.
    var values: [Value] { records.compactMap { $0 } }

    /// Whether there is one of that name.
    func contains(_ key: Key) -> Bool { place(of: key) != nil }

    /// The one of that name; nil when there is none.
    subscript(key: Key) -> Value? {
        @inline(__always)
        _read { yield records[place(of: key) ?? 0] }
        // Not inlined it would take its frame from the heap.
        @inline(__always)
        _modify {
            let place = takePlace(for: key)
            defer { if records[place] == nil { vacate(place, of: key) } }
            yield &records[place]
        }
    }

    /// Makes sure that there is one of that name: what is there, or this.
    mutating func provide(_ key: Key, _ value: @autoclosure () -> Value) {
        let place = takePlace(for: key)
        if records[place] == nil { records[place] = value() }
    }

    /// Takes the one of that name out.
    mutating func removeValue(forKey key: Key) -> Value? {
        guard let place = place(of: key), let value = records[place] else { return nil }
        records[place] = nil
        vacate(place, of: key)
        return value
    }

    private func place(of key: Key) -> Int? {
        if let latest, latest.key == key { return latest.place }
        return places[key]
    }

    private mutating func takePlace(for key: Key) -> Int {
        let place = place(of: key) ?? addPlace(for: key)
        if latest?.place != place { latest = (key, place) }
        return place
    }

    private mutating func addPlace(for key: Key) -> Int {
        if freePlaces.isEmpty {
            freePlaces.append(records.count)
            records.append(nil)
        }
        let place = freePlaces.removeLast()
        places[key] = place
        return place
    }

    private mutating func vacate(_ place: Int, of key: Key) {
        places[key] = nil
        latest = nil
        freePlaces.append(place)
    }
}

typealias CallTable = PlaceTable<CallCid, CallRecord>

/// What lies in a ``PlaceTable``.
protocol Placed: Sendable {}

extension Placed {
    /// Asks it, or changes it, where it lies: to read more than one thing through the subscript may copy all of it.
    mutating func inPlace<Result>(_ body: (inout Self) -> Result) -> Result { body(&self) }
}

extension CallRecord: Placed {}
extension SFUSession: Placed {}
extension Stay: Placed {}
extension Session: Placed {}
