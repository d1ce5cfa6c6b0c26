import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling

extension Argument {
    fileprivate static let filter = Argument(
        "filter", .custom, "the condition that each result fulfils", such: "filter: {type: default}")
    fileprivate static let sort = Argument(
        "sort", .texts(.sortField), "the fields to sort by; `-` sorts the largest first",
        such: "sort: [-created_at, id]")
    fileprivate static let limit = Argument(
        "limit", .whole(Bounds.count), "the maximum number of results", such: "limit: 10")
    fileprivate static let page = Argument(
        "page", .value(.word(.pages)), "the page of the previous query", such: "page: next")
    fileprivate static let watch = Argument(
        "watch", .value(.boolean), "true watches the results", such: "watch: true")
}

extension Commands {
    /// Queries, and lists that are updated automatically.
    static let queryCommands: [CommandRow] = [
        CommandRow(
            "queryCalls", "finds calls", takes: [.filter, .sort, .limit, .page, .watch]
        ) { participant, arguments in
            let (next, prev) = participant.cursors(arguments, "queriedCalls")
            let page = try await participant.client.queryCalls(arguments.callsQuery, next: next, prev: prev)
            participant.keep(page.calls.map(\.cId), next: page.next, prev: page.prev, as: "queriedCalls")
        },
        CommandRow(
            "call.queryMembers", "finds members of a call", takes: [.call, .filter, .sort, .limit, .page]
        ) { participant, arguments in
            let (next, prev) = participant.cursors(arguments, "queriedMembers")
            let page = try await participant.neededCall(arguments).queryMembers(
                filters: arguments.entries(.filter).map, sort: arguments.sortParams,
                limit: arguments.integer(.limit).map { Int(clamping: $0) }, next: next, prev: prev)
            participant.keep(page.records.map(\.userId), next: page.next, prev: page.prev, as: "queriedMembers")
        },
        CommandRow(
            "listCalls", "creates a watched list of calls, and reads its first page",
            takes: [.filter, .sort, .limit, .watch]
        ) { participant, arguments in
            let list = participant.client.makeCallsController(callsQuery: arguments.callsQuery)
            participant.callsController = list
            try await list.loadNextCalls()
        },
        CommandRow("listMoreCalls", "reads the next page of that list") { participant, _ in
            try await participant.callsController?.loadNextCalls()
        },
        CommandRow("closeList", "empties that list and stops following changes") { participant, _ in
            participant.callsController?.cleanUp()
        },
        CommandRow("queryCallStats", "reads statistics of sessions", takes: [.filter]) {
            participant, arguments in
            let request = QueryCallStatsRequest {
                $0.terms = QueryTerms(
                    filter: arguments.entries(.filter).map, sort: [SortParam(field: "started_at", direction: -1)])
            }
            participant.keep(try await participant.client.queryCallStats(request))
        },
    ]
}

extension Arguments {
    fileprivate var callsQuery: CallsQuery {
        CallsQuery(
            pageSize: integer(.limit).map { Int(clamping: $0) } ?? 25, sortParams: sortParams,
            filters: entries(.filter).map, watch: flag(.watch))
    }

    fileprivate var sortParams: [SortParam] {
        texts(.sort).map { text in
            text.hasPrefix("-")
                ? SortParam(field: String(text.dropFirst()), direction: -1) : SortParam(field: text)
        }
    }
}

extension StageParticipant {
    /// Returns the cursors of the requested page, stored by the previous query.
    fileprivate func cursors(_ arguments: Arguments, _ name: String) -> (next: String?, prev: String?) {
        let page = arguments.text(.page)
        guard let page, case .text(let cursor)? = results["\(name).\(page)"] else { return (nil, nil) }
        return page == "next" ? (cursor, nil) : (nil, cursor)
    }

    fileprivate func keep(_ found: [String], next: String?, prev: String?, as name: String) {
        keep(.texts(found), as: name)
        keep(.text(found.joined(separator: " ")), as: "\(name)Order")
        keep(.optional(next), as: "\(name).next")
        keep(.optional(prev), as: "\(name).prev")
    }

    fileprivate func keep(_ stats: QueryCallStatsResponse) {
        keep(.integer(Int64(stats.records.count)), as: "callStats.sessions")
        guard let report = stats.records.first else { return }
        keep(.integer(Int64(report.joins)), as: "callStats.joins")
        keep(.integer(Int64(report.participants)), as: "callStats.participants")
        keep(.integer(Int64(report.maxConcurrent)), as: "callStats.maxConcurrent")
        keep(.integer(Int64(report.reactions)), as: "callStats.reactions")
        keep(.integer(Int64(report.customEvents)), as: "callStats.customEvents")
        keep(report.publisher.map { .integer(Int64($0.packetsSent)) } ?? .none, as: "callStats.packetsSent")
        keep(report.subscriber.map { .integer(Int64($0.packetsReceived)) } ?? .none, as: "callStats.packetsReceived")
        keep(report.subscriber.map { .integer(Int64($0.packetsLost)) } ?? .none, as: "callStats.packetsLost")
        keep(report.duration.map { .duration($0) } ?? .none, as: "callStats.duration")
    }
}
