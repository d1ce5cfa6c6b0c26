/// Pairs the equal elements of two lists in order, with few elements left over.
struct Alignment {
    /// A position in both lists, or in one of them.
    struct Pair: Hashable {
        let first: Int?
        let second: Int?
    }

    private(set) var pairs: [Pair] = []
    private let first: [String]
    private let second: [String]
    /// The limit of element pairs for the exact algorithm.
    private static let exactLimit = 1_000_000

    init(_ first: [String], _ second: [String]) {
        self.first = first
        self.second = second
        align(first.indices, second.indices)
    }

    private mutating func match(_ first: Int, _ second: Int) { pairs.append(Pair(first: first, second: second)) }

    private mutating func align(_ left: Range<Int>, _ right: Range<Int>) {
        var (left, right) = (left, right)
        while let a = left.first, let b = right.first, first[a] == second[b] {
            match(a, b)
            left.removeFirst()
            right.removeFirst()
        }
        var tail: [(Int, Int)] = []
        while let a = left.last, let b = right.last, first[a] == second[b] {
            tail.append((a, b))
            left.removeLast()
            right.removeLast()
        }
        alignMiddle(left, right)
        for (a, b) in tail.reversed() { match(a, b) }
    }

    private mutating func alignMiddle(_ left: Range<Int>, _ right: Range<Int>) {
        if left.count * right.count <= Self.exactLimit { return alignExactly(left, right) }
        // Elements that are unique on both sides anchor the others.
        let anchors = anchors(left, right)
        guard !anchors.isEmpty else { return alignGreedily(left, right) }
        var (a, b) = (left.lowerBound, right.lowerBound)
        for anchor in anchors {
            align(a..<anchor.0, b..<anchor.1)
            match(anchor.0, anchor.1)
            (a, b) = (anchor.0 + 1, anchor.1 + 1)
        }
        align(a..<left.upperBound, b..<right.upperBound)
    }

    /// Finds the longest common subsequence, by its lengths for all suffixes.
    private mutating func alignExactly(_ left: Range<Int>, _ right: Range<Int>) {
        let width = right.count + 1
        var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
        for i in stride(from: left.count - 1, through: 0, by: -1) {
            for j in stride(from: right.count - 1, through: 0, by: -1) {
                let isSame = first[left.lowerBound + i] == second[right.lowerBound + j]
                lengths[i * width + j] =
                    isSame
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            let (a, b) = (left.lowerBound + i, right.lowerBound + j)
            if i < left.count, j < right.count, first[a] == second[b] {
                match(a, b)
                (i, j) = (i + 1, j + 1)
            } else if j == right.count || i < left.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                pairs.append(Pair(first: a, second: nil))
                i += 1
            } else {
                pairs.append(Pair(first: nil, second: b))
                j += 1
            }
        }
    }

    /// Returns the longest ordered list of unique common elements.
    private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
        let (mine, theirs) = (Self.unique(first, left), Self.unique(second, right))
        let common = left.compactMap { a -> (Int, Int)? in
            guard mine[first[a]] == a, let b = theirs[first[a]] else { return nil }
            return (a, b)
        }
        // Patience sorting: each pile's top is the smallest end of an increasing list of that length.
        var tops: [Int] = []
        var before = [Int?](repeating: nil, count: common.count)
        for (index, pair) in common.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if common[tops[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = tops[low - 1] }
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var chain: [(Int, Int)] = []
        var place = tops.last
        while let index = place {
            chain.append(common[index])
            place = before[index]
        }
        return chain.reversed()
    }

    /// Returns the positions of texts that occur once in a range.
    private static func unique(_ texts: [String], _ range: Range<Int>) -> [String: Int] {
        var places: [String: Int] = [:]
        var repeated: Set<String> = []
        for index in range where places.updateValue(index, forKey: texts[index]) != nil {
            repeated.insert(texts[index])
        }
        return places.filter { !repeated.contains($0.key) }
    }

    /// Pairs each element with the next equal one, which suffices without anchors.
    private mutating func alignGreedily(_ left: Range<Int>, _ right: Range<Int>) {
        var places: [String: [Int]] = [:]
        for b in right.reversed() { places[second[b], default: []].append(b) }
        var next = right.lowerBound
        for a in left {
            while let place = places[first[a]]?.last, place < next { places[first[a]]?.removeLast() }
            // A large step would leave no elements for those that follow.
            guard let place = places[first[a]]?.last, place - next <= max(16, (right.upperBound - next) / 8) else {
                pairs.append(Pair(first: a, second: nil))
                continue
            }
            for b in next..<place { pairs.append(Pair(first: nil, second: b)) }
            match(a, place)
            next = place + 1
        }
        for b in next..<right.upperBound { pairs.append(Pair(first: nil, second: b)) }
    }
}
