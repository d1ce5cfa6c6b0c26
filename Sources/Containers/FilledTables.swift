/// Returns a text for each table that has entries: their number and the table's name.
package func filled(_ tables: KeyValuePairs<String, Int>) -> [String] {
    tables.filter { $0.value != 0 }.map { "\($0.value) \($0.key)" }
}
