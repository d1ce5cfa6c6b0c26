import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Changes of a call after its creation: updates, members, deletion.
@Suite struct CallChangeTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    private mutating func create(_ members: String...) {
        let data = CallData {
            $0.members = members.map { id in MemberRequest { $0.userId = id } }
            $0.custom = ["topic": "plans", "room": 4]
        }
        backend.ask("alice", .getOrCreate, GetOrCreateCallRequest { $0.data = data })
        backend.advance(by: .seconds(1))
    }

    private func payloads<Payload>(_ name: String, _ payload: (CoordinatorEvent) -> Payload?) -> [Payload] {
        backend.devices[name]?.events.compactMap(payload) ?? []
    }

    // MARK: Updating

    @Test mutating func `an update replaces the named fields, and notifies all followers of the call`() throws {
        create("bob")
        let before = try backend.call()
        let body = UpdateCallRequest {
            $0.custom = ["topic": "budget"]
            $0.startsAt = Timestamp(milliseconds: 7)
        }
        let response = try backend.ask("alice", .update, body).read(GetCallResponse.self)
        backend.settle()
        #expect(response.call.custom == ["topic": "budget"])
        #expect(response.call.startsAt == Timestamp(milliseconds: 7))
        #expect(response.call.createdAt == before.createdAt)
        #expect(response.call.updatedAt == before.createdAt.advanced(by: .seconds(1)))
        let received = payloads("bob") { if case .updated(let event) = $0 { event.payload } else { nil } }
        #expect(received.map(\.call) == [response.call])
        #expect(received.first?.capabilitiesByRole.keys.sorted() == ["call_member", "host", "user"])
    }

    @Test mutating func `settings are replaced field by field`() throws {
        create()
        let payload = CBOR.map(["settings_override": ["ring": ["missed_call_timeout_ms": 7]]]).encoded()
        let response = try backend.askRaw("alice", .call(backend.cid, .update), payload).read(GetCallResponse.self)
        #expect(response.call.settings.ring.missedCallTimeout == .milliseconds(7))
        #expect(response.call.settings.ring.autoCancelTimeout == .seconds(15))
        #expect(response.call.custom == ["topic": "plans", "room": 4])
        let wrong = CBOR.map(["settings_override": ["ring": ["missed_call_timeout_ms": -7]]]).encoded()
        let refusal = backend.askRaw("alice", .call(backend.cid, .update), wrong).refusal
        #expect(refusal?.message.hasPrefix("settings_override.ring.missed_call_timeout_ms must lie") ?? false)
    }

    @Test mutating func `a call whose backstage is switched off is live`() throws {
        let cid = CallCid(type: "livestream", id: "show")
        backend.ask("alice", .getOrCreate, cid: cid)
        let payload = CBOR.map(["settings_override": ["backstage": ["enabled": false]]]).encoded()
        let response = try backend.askRaw("alice", .call(cid, .update), payload).read(GetCallResponse.self)
        #expect(!response.call.backstage)
    }

    @Test mutating func `an update of nothing, and one without the capability, is refused`() {
        create("bob")
        #expect(
            backend.ask("alice", .update).refusal?.message
                == "custom, settings_override and starts_at are all missing")
        let custom = backend.ask("bob", .update, UpdateCallRequest { $0.custom = [:] })
        #expect(custom.refusal?.message == "the capability update-call is missing in default:standup")
        let settings = backend.ask(
            "bob", .update,
            UpdateCallRequest { $0.settingsOverride = CallSettingsRequest { $0.recording = FeatureSettings() } })
        #expect(settings.refusal?.message == "the capability update-call-settings is missing in default:standup")
    }

    @Test mutating func `custom data has a limit wherever all participants receive it`() {
        create("bob")
        let long: CBOR.Map = ["text": .text(String(repeating: "x", count: 6000))]
        let member = MemberRequest {
            $0.userId = "bob"
            $0.custom = long
        }
        let refusals = [
            backend.ask("alice", .update, UpdateCallRequest { $0.custom = long }),
            backend.ask("alice", .updateMembers, UpdateCallMembersRequest { $0.updateMembers = [member] }),
            backend.ask(
                "alice", .sendReaction,
                SendReactionRequest {
                    $0.type = "wave"
                    $0.custom = long
                }),
        ].map(\.refusal?.message)
        let said = ["custom", "update_members[0].custom", "custom"].map { "\($0) is 6009 bytes long" }
        #expect(refusals == said)
    }

    // MARK: Members

    @Test mutating func `a batch adds, changes and removes, and sends an event for each`() throws {
        create("bob")
        let body = UpdateCallMembersRequest {
            $0.updateMembers = [
                MemberRequest {
                    $0.userId = "carol"
                    $0.custom = ["seat": 2]
                },
                MemberRequest {
                    $0.userId = "alice"
                    $0.custom = ["seat": 1]
                },
            ]
            $0.removeMembers = ["bob"]
        }
        let response = try backend.ask("alice", .updateMembers, body).read(UpdateCallMembersResponse.self)
        backend.settle()
        #expect(response.members.map(\.userId).sorted() == ["alice", "carol"])
        let members = try backend.ask("alice", .get).read(GetCallResponse.self).members
        #expect(members.map(\.userId) == ["alice", "carol"])
        #expect(members.map(\.custom) == [["seat": 1], ["seat": 2]])
        #expect(members.first?.role == "host")
        #expect(
            backend.types("carol") == ["call.member_added", "call.member_updated"])
        #expect(backend.types("bob") == ["call.created", "call.member_removed"])
    }

    @Test mutating func `the response has each member that the request names, in its order`() throws {
        create("bob")
        let body = UpdateCallMembersRequest {
            $0.updateMembers = ["carol", "alice", "bob"].map { name in MemberRequest { $0.userId = name } }
        }
        let response = try backend.ask("alice", .updateMembers, body).read(UpdateCallMembersResponse.self)
        #expect(response.members.map(\.userId) == ["carol", "alice", "bob"])
    }

    @Test mutating func `a new role is sent with its capabilities, and the user gets the new ones`() throws {
        create("bob")
        let body = UpdateCallMembersRequest {
            $0.updateMembers = [
                MemberRequest {
                    $0.userId = "bob"
                    $0.role = "moderator"
                }
            ]
        }
        backend.ask("alice", .updateMembers, body)
        backend.settle()
        #expect(
            backend.types("bob") == ["call.created", "call.member_updated_permission", "call.permissions_updated"])
        let own = payloads("bob") { if case .permissionsUpdated(let event) = $0 { event.payload } else { nil } }
        #expect(own.first?.ownCapabilities.contains(.blockUsers) ?? false)
        backend.advance(by: .seconds(1))
        #expect(!backend.types("alice").contains("call.permissions_updated"))
    }

    private static func members(_ update: [String], remove: [String] = []) -> UpdateCallMembersRequest {
        UpdateCallMembersRequest {
            $0.updateMembers = update.map { id in MemberRequest { $0.userId = id } }
            $0.removeMembers = remove
        }
    }

    static let wrong: [(body: UpdateCallMembersRequest, message: String)] = [
        (.init(), "update_members and remove_members are both empty"),
        (
            members(["bob", "zoe"]),
            "update_members[1].user_id names no known user: zoe"
        ),
        (
            members(["bob", "bob"]),
            "update_members[1].user_id names bob a second time"
        ),
        (members([], remove: ["carol"]), "remove_members[0] names no member of default:standup: carol"),
        (members([], remove: ["bob", "alice"]), "remove_members[1] is the call's creator: alice"),
        (
            members(["bob"], remove: ["bob"]),
            "remove_members[0] names bob a second time"
        ),
    ]

    @Test(arguments: wrong) mutating func `members that cannot be are refused by the field, and nothing changes`(
        _ row: (body: UpdateCallMembersRequest, message: String)
    ) throws {
        create("bob")
        let before = try backend.call()
        let response = backend.ask("alice", .updateMembers, row.body)
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message == row.message)
        #expect(try backend.call() == before)
    }

    @Test mutating func `a call of members only refuses others with the reason`() throws {
        backend = TestBackend { $0.callTypes = CallType.documented.map(\.forMembersOnly) }
        backend.connect("alice", "bob")
        create()
        let refusal = backend.ask("bob", .get).refusal
        #expect(refusal?.message == "the capability read-call in default:standup is its members' alone")
        #expect(backend.join("bob").code == .forbidden)
        backend.ask(
            "alice", .updateMembers,
            UpdateCallMembersRequest { $0.updateMembers = [MemberRequest { $0.userId = "bob" }] })
        #expect(backend.join("bob").code == .content)
        backend.ask("alice", .updateMembers, UpdateCallMembersRequest { $0.removeMembers = ["bob"] })
        backend.settle()
        #expect(backend.received("bob").last == "ended: kicked")
        let before = backend.types("bob").count
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("bob").count == before)
    }

    @Test mutating func `an admin follows a call of members only, and receives its events`() {
        backend = TestBackend {
            $0.callTypes = CallType.documented.map(\.forMembersOnly)
            $0.users.append(User(id: "root", role: CallRole.admin))
        }
        backend.connect("alice", "root")
        create()
        #expect(backend.ask("root", .get).code == .content)
        backend.ask("alice", .sendEvent, SendEventRequest { $0.custom = [:] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("root") == ["custom"])
    }

    // MARK: Deleting

    @Test mutating func `a deleted call ends for its participants and cannot be found`() {
        create("bob")
        backend.join("bob")
        backend.settle()
        #expect(backend.ask("alice", .delete).code == .changed)
        backend.settle()
        #expect(backend.types("bob").contains("call.deleted"))
        #expect(backend.received("bob").last == "ended: ended")
        for response in [
            backend.ask("alice", .get), backend.ask("alice", .getOrCreate), backend.join("alice"),
            backend.ask("alice", .delete),
        ] {
            #expect(response.refusal?.message == "the call default:standup was deleted")
            #expect(response.code == .notFound)
        }
    }

    @Test mutating func `the name of a call that was deleted for good is free`() throws {
        create("bob")
        backend.ask("alice", .delete, DeleteCallRequest { $0.hard = true })
        #expect(backend.ask("alice", .get).refusal?.message == "there is no call default:standup")
        let response = try backend.ask("bob", .getOrCreate).read(GetCallResponse.self)
        #expect(response.created && response.call.createdBy.id == "bob" && response.call.custom.isEmpty)
    }

    @Test mutating func `pending work of a deleted call has no effect`() {
        backend.ring("alice", "bob")
        backend.join("alice")
        backend.ask("alice", .delete, DeleteCallRequest { $0.hard = true })
        backend.leave("alice")
        backend.advance(by: .seconds(60))
        #expect(!backend.types("bob").contains("call.missed"))
        #expect(backend.coordinator.timers.count == 0)
    }
}
