internal import Journal
internal import Load

/// The shares of a load as one load.
struct GatheredLoad {
    private(set) var statistics = LoadStatistics()
    /// The samples of all shares together, in the order of time.
    private(set) var samples: [LoadSample] = []

    init(_ folder: PlanFolder) throws(PlanFolderError) {
        let packs = folder.finishedPacks.filter { folder.loss(of: $0) == nil }
        var merge = LoadMerge(workers: packs.count)
        for (worker, pack) in packs.enumerated() {
            for message in try Self.messages("\(folder.results(of: pack))/\(PackWork.loadFile)") {
                switch message {
                case .ready: break
                case .sample(let sample): merge.add(sample, of: worker)
                case .end(let result): statistics.add(result.statistics)
                }
            }
            merge.end(of: worker)
        }
        while let sample = merge.next() { samples.append(sample) }
        statistics.maxUnderWay = merge.maxUnderWay
    }

    private static func messages(_ file: String) throws(PlanFolderError) -> [LoadMessage] {
        guard let bytes = FileStore.read(file) else { throw .unreadable("\(file) cannot be read: \(systemMessage())") }
        var messages: [LoadMessage] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let json = try? JSON(parsing: Array(line)), let message = LoadMessage(json) else {
                throw .unreadable(
                    "\(file):\(index + 1) is not a message of a load: "
                        + "gather with the build that worked on it, or delete the folder and work again")
            }
            messages.append(message)
        }
        return messages
    }
}
