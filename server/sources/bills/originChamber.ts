type BillIdentity = { source_id: string; bill_code: string; jurisdiction: string }

/**
 * Returns the body in which a bill was introduced, according to its code: "il/lower" for HB 1. Its sponsors sit there unless the
 * record says otherwise. "me/legislature" for a code that both chambers use, such as LD 1.
 */
export function originChamber({ source_id, bill_code, jurisdiction }: BillIdentity): string {
  const council = councilOf(jurisdiction)
  if (council) return council
  const [place = ''] = source_id.split('/')
  // "ESHB 1" is an engrossed substitute of a bill of the House.
  const [, letter] = /^(?:\d|E|S(?=[HS]))*([HSA])/i.exec(bill_code) ?? []
  const isSenate = letter?.toUpperCase() === 'S'
  if (place === 'us') return isSenate ? 'us/senate' : 'us/house'
  if (letter === undefined || ['ne', 'dc'].includes(place)) return `${place}/legislature`
  return `${place}/${isSenate ? 'upper' : 'lower'}`
}

/** Returns the organization of a city's council by its division, or null for a state or the country. */
export function councilOf(jurisdiction: string): string | null {
  const [, place] = /state:([a-z]{2}\/(?:place|county):.+)$/.exec(jurisdiction) ?? []
  return place ? `${place}/council` : null
}
