/**
 * Returns a key of a district. "HD-034", "34", "Michigan district 34" and "…/sldl:34" are the same district, and so are "State
 * Senate District 5" and "5", and "7th Hampden, Massachusetts" and "…/sldl:7th_hampden".
 */
export function districtKey(district: string | null): string {
  const words = (district ?? '')
    .toLowerCase()
    .replace(/^ocd-division\/.*:/, '')
    .replace(/,[^,]*$/, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (/(^|\s)(at large|al)$/.test(words)) return 'at large'
  const [, number] =
    /^(?:(?:.*\s)?(?:district|dist|ward)\s|(?:hd|sd|ad|ld|cd)\s?)?0*(\d+[a-z]?)$/.exec(words) ?? []
  return number ?? words
}

/** Splits "CA-12", "VT" or "AK-AL" as records of Congress write it. A district without a state stays as it is. */
export function readFederalDistrict(district: string | null): {
  state: string | null
  district: string | null
} {
  const [, state, rest] = /^([A-Za-z]{2})(?:[-\s](\w+))?$/.exec(district?.trim() ?? '') ?? []
  if (state === undefined || /^(hd|sd|cd|ad|al)$/i.test(state)) return { state: null, district }
  return { state: state.toUpperCase(), district: rest ?? null }
}

export function isOfState(division: string | null, state: string): boolean {
  return new RegExp(`/(state|district|territory):${state.toLowerCase()}(/|$)`).test(division ?? '')
}
