import CMutants

@inline(__always)
func isMutant(_ id: Int32) -> Bool { mutant_is(id) }
