import Signaling

/// Large values by name: the coordinator's calls, an SFU's sessions and stays.
///
/// A value is read and changed where it lies. A dictionary would move all of it out and in again, and a request touches
/// its call some twenty times.
struct PlaceTable<Key: PlaceName, Value: Placed>: Sendable {
    private var places: [Key: Int] = [:]
    /// The names by place, from the one behind the first; where nothing is, the one that was there last.
    private var names: [Key] = []
    /// The values by place; nil where nothing is, which the first place always is.
    private var records: [Value?] = [nil]
    private var freePlaces: [Int] = []
    /// What was changed last, which is nearly always what is asked for next; zero for nothing.
    private var latest = 0
    /// What was asked for not long ago, each in the one place that its name's hint gives it; zero for nothing.
    private var recent = [Int](repeating: 0, count: 256)

    var isEmpty: Bool { places.isEmpty }

    /// The names of all, in no order.
    var keys: some Collection<Key> & Sendable { places.keys }

    /// All of them, in no order.
    var values: [Value] { records.compactMap { $0 } }

    /// Whether there is one of that name.
    mutating func contains(_ key: Key) -> Bool { find(key) > 0 }

    /// The one of that name, nil when there is none; to be changed, but neither put in nor taken out.
    ///
    /// To change it in this way takes memory from the heap, for which ``inPlace(_:_:)`` has no need.
    subscript(key: Key) -> Value? {
        @inline(__always)
        _read { yield records[place(of: key)] }
        _modify { yield &records[find(key)] }
    }

    /// Asks the one of that name, or changes it, where it lies; nil when there is none.
    @inline(__always)
    @discardableResult
    mutating func inPlace<Result>(_ key: Key, _ body: (inout Value) -> Result?) -> Result? {
        records[find(key)]?.inPlace(body)
    }

    /// Puts one in, of whose name there is none.
    mutating func insert(_ value: consuming Value, for key: Key) {
        var value: Value? = consume value
        swap(&value, &records[addPlace(for: key)])
    }

    /// Makes sure that there is one of that name: what is there, or this.
    mutating func provide(_ key: Key, _ value: @autoclosure () -> Value) {
        if find(key) == 0 { records[addPlace(for: key)] = value() }
    }

    /// Takes the one of that name out.
    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        var value: Value?
        swap(&value, &records[place])
        latest = 0
        freePlaces.append(place)
        return value
    }

    /// Whether it was changed last. A name is compared where it lies, not copied for that.
    private func isLatest(_ key: Key) -> Bool {
        latest > 0 && names.span[latest - 1] == key
    }

    private func place(of key: Key) -> Int {
        isLatest(key) ? latest : recentPlace(of: key) ?? places[key] ?? 0
    }

    private mutating func find(_ key: Key) -> Int {
        if isLatest(key) { return latest }
        latest = recentPlace(of: key) ?? places[key] ?? 0
        recent[key.hint & 255] = latest
        return latest
    }

    /// Several calls go on in turns, and each is found again without a hash of its name.
    private func recentPlace(of key: Key) -> Int? {
        let place = recent[key.hint & 255]
        return place > 0 && names.span[place - 1] == key && records[place] != nil ? place : nil
    }

    private mutating func addPlace(for key: Key) -> Int {
        if freePlaces.isEmpty {
            latest = records.count
            records.append(nil)
            names.append(key)
        } else {
            latest = freePlaces.removeLast()
            names[latest - 1] = key
        }
        places[key] = latest
        return latest
    }
}

typealias CallTable = PlaceTable<CallCid, CallRecord>

extension CallTable {
    /// Asks a call's session, or changes what is not told of it; nil when there is none.
    @inline(__always)
    @discardableResult
    mutating func askSession<Answer>(of cid: CallCid, _ question: (inout Session) -> Answer?) -> Answer? {
        inPlace(cid) { $0.askSession(question) ?? nil }
    }

    /// Changes a call's session; nil when there is none.
    @inline(__always)
    @discardableResult
    mutating func changeSession<Answer>(of cid: CallCid, _ change: (inout Session) -> Answer?) -> Answer? {
        inPlace(cid) { $0.changeSession(change) ?? nil }
    }
}

/// What something in a ``PlaceTable`` is found by.
protocol PlaceName: Hashable, Sendable {
    /// A number that names of the same bytes have in common and others hardly do, and that costs less than a hash.
    var hint: Int { get }
}

extension String: PlaceName {
    /// The ends of names differ more than their beginnings.
    var hint: Int {
        let units = utf8.span
        guard units.count > 1 else { return 0 }
        return Int(units[units.count - 1]) + 31 * Int(units[units.count - 2])
    }
}

extension CallCid: PlaceName {
    /// Types are too few to tell calls apart.
    var hint: Int { id.hint }
}

/// What lies in a ``PlaceTable``.
protocol Placed: Sendable {}

extension Placed {
    /// Asks it, or changes it, where it lies: to read more than one thing through the subscript may copy all of it.
    @inline(__always)
    @discardableResult
    mutating func inPlace<Result>(_ body: (inout Self) -> Result) -> Result { body(&self) }
}

extension CallRecord: Placed {}
extension SFUSession: Placed {}
extension Stay: Placed {}
extension Session: Placed {}
