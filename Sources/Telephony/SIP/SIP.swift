/// Messages of the Session Initiation Protocol over UDP (RFC 3261).
package enum SIP {
    /// The most header fields of a message.
    package static let headerLimit = 512
    /// The most values of a field that may repeat, such as `Via`.
    package static let valueLimit = 128
}
