import Wire

/// A hash table from addresses to values, with open addressing.
///
/// It is read for every datagram. The addresses are those that the network bound itself, so one multiplication
/// suffices where a dictionary's hash resists attackers.
struct AddressTable<Holder> {
    /// The address of each entry as a number. Zero is vacant, because no socket is bound to port 0.
    private var words = [UInt64](repeating: 0, count: 8)
    private var holders = [Holder?](repeating: nil, count: 8)
    private var count = 0

    /// All values, in unspecified order.
    var all: [Holder] { holders.compactMap { $0 } }

    subscript(address: SocketAddress) -> Holder? {
        get { holders[place(of: address.word)] }
        set {
            guard let newValue else { return vacate(place(of: address.word)) }
            if (count + 1) * 2 > words.count { grow() }
            occupy(address.word, newValue)
        }
    }

    /// Returns the index of the address, or the vacant index where it would be.
    private func place(of word: UInt64) -> Int {
        var place = home(of: word)
        while words[place] != 0, words[place] != word { place = next(place) }
        return place
    }

    private func home(of word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (words.count - 1)
    }

    private func next(_ place: Int) -> Int {
        (place + 1) & (words.count - 1)
    }

    private mutating func occupy(_ word: UInt64, _ holder: Holder) {
        let place = place(of: word)
        if words[place] == 0 { count += 1 }
        words[place] = word
        holders[place] = holder
    }

    /// Removes an entry and moves later entries closer to their index (backward-shift deletion).
    private mutating func vacate(_ place: Int) {
        guard words[place] != 0 else { return }
        count -= 1
        words[place] = 0
        holders[place] = nil
        var follower = next(place)
        while words[follower] != 0, let holder = holders[follower].take() {
            let word = words[follower]
            words[follower] = 0
            count -= 1
            occupy(word, holder)
            follower = next(follower)
        }
    }

    private mutating func grow() {
        let former = zip(words, holders)
        words = Array(repeating: 0, count: words.count * 2)
        holders = Array(repeating: nil, count: words.count)
        count = 0
        for (word, holder) in former { if let holder { occupy(word, holder) } }
    }
}

extension SocketAddress {
    fileprivate var word: UInt64 { UInt64(host.value) << 16 | UInt64(port) }
}
