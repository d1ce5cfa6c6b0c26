public import Signaling
import Wire

extension StreamVideo {
    /// Registers a device for push messages, or updates a registered one.
    ///
    /// - Parameters:
    ///   - id: The device's token at the push provider.
    ///   - pushProvider: `apn`, `firebase`, `huawei` or `xiaomi`.
    ///   - isVoip: True when the token receives calls only (VoIP push).
    /// - Throws: ``RequestError``; `inputError` for another provider.
    public func setDevice(id: String, pushProvider: String = "apn", isVoip: Bool = false) async throws {
        let request = CreateDeviceRequest {
            $0.id = id
            $0.pushProvider = pushProvider
            $0.voipToken = isVoip
        }
        let _: EmptyBody = try await coordinator.send(.createDevice, request)
    }

    /// Returns the devices of this user.
    ///
    /// - Throws: ``RequestError``.
    public func listDevices() async throws -> [Device] {
        let response: ListDevicesResponse = try await coordinator.send(.listDevices)
        return response.devices
    }

    /// Removes a device.
    ///
    /// - Throws: ``RequestError``; `notFound` for a device that this user does not have.
    public func deleteDevice(id: String) async throws {
        let _: EmptyBody = try await coordinator.send(.deleteDevice, query: ["\(QueryName.id)=\(id)"])
    }

    /// Returns the SFUs that can host calls.
    ///
    /// - Throws: ``RequestError``.
    public func getEdges() async throws -> [EdgeResponse] {
        let response: GetEdgesResponse = try await coordinator.send(.getEdges)
        return response.edges
    }
}
