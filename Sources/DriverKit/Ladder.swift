/// The levels that a driver climbs, from connecting to its counts of events (`Docs/ladder.md`).
package enum Ladder {
    /// One level: a scenario.
    package struct Level {
        package let number: Int
        package let name: String
        package let scenario: [UInt8]

        /// The id of the scenario.
        package var id: String { "LADDER-\(number < 10 ? "0" : "")\(number)" }
        /// The name of the scenario's file.
        package var file: String { "\(id).yaml" }
        /// The chapter of `Docs/ladder.md`.
        package var chapter: String {
            "#\(number)-\(name.map { $0 == " " ? "-" : "\($0)" }.joined())"
        }
    }

    package static let levels: [Level] = chapters.enumerated().map { index, chapter in
        Level(number: index + 1, name: chapter.name, scenario: chapter.scenario)
    }

    private static let chapters: [(name: String, scenario: [UInt8])] = [
        ("connect", PackageResources.connect_yaml),
        ("ring", PackageResources.ring_yaml),
        ("accept", PackageResources.accept_yaml),
        ("reject and cancel", PackageResources.reject_and_cancel_yaml),
        ("time out", PackageResources.time_out_yaml),
        ("interceptor", PackageResources.interceptor_yaml),
        ("several devices", PackageResources.several_devices_yaml),
        ("leave and end", PackageResources.leave_and_end_yaml),
        ("reconnect", PackageResources.reconnect_yaml),
        ("migrate", PackageResources.migrate_yaml),
        ("events", PackageResources.events_yaml),
    ]
}
