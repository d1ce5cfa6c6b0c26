@testable import Wire

/// A data item that is read in place from an index.
struct IndexedItem {
    private let index: CBOR.Index
    private let position: Int

    init(decoding bytes: [UInt8], limits: CBOR.Limits = .default) throws(CBORError) {
        self.init(try CBOR.Index(decoding: bytes, limits: limits), 0)
    }

    init(_ item: CBOR) {
        self.init(CBOR.Index(item), 0)
    }

    private init(_ index: CBOR.Index, _ position: Int) {
        self.index = index
        self.position = position
    }

    var item: CBOR { index.item(at: position) }
    var path: String { index.path(to: position) }

    // MARK: Scalars

    var isNull: Bool { index.isNull(at: position) }
    var text: String? { index.text(at: position) }
    var bytes: [UInt8]? { index.bytes(at: position) }
    var integer: Int64? { index.integer(at: position) }
    var boolean: Bool? { index.boolean(at: position) }
    var double: Double? { index.double(at: position) }

    // MARK: Content

    func value(under name: String) -> IndexedItem? {
        index.value(under: name, inMapAt: position).map { IndexedItem(index, $0) }
    }

    var elements: [IndexedItem]? {
        guard var elements = index.elements(ofArrayAt: position) else { return nil }
        var items: [IndexedItem] = []
        while let next = elements.nextPosition() { items.append(IndexedItem(index, next)) }
        return items
    }

    var entries: [(key: CBOR, value: IndexedItem)]? {
        index.values(ofMapAt: position)?.map { (index.key(ofValueAt: $0), IndexedItem(index, $0)) }
    }
}
