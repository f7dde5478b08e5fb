/** Federal versions by the names that Congress.gov uses. */
const federalNames: readonly (readonly [RegExp, string])[] = [
  [/^public law/, 'plaw'],
  [/^enrolled/, 'enr'],
  [/^engrossed amendment senate/, 'eas'],
  [/^engrossed amendment house/, 'eah'],
  [/^engrossed in house/, 'eh'],
  [/^engrossed in senate/, 'es'],
  [/^considered and passed (house|senate)/, 'cps'],
  [/^agreed to (house|senate)/, 'ats'],
  [/^introduced in house/, 'ih'],
  [/^introduced in senate/, 'is'],
  [/^reported in house/, 'rh'],
  [/^reported in senate/, 'rs'],
  [/^placed on calendar senate/, 'pcs'],
  [/^placed on calendar house/, 'pch'],
  [/^(referred|reference|referral).* senate/, 'rfs'],
  [/^(referred|reference|referral).* house/, 'rfh'],
  [/^received in senate/, 'rds'],
  [/^received in house/, 'rdh'],
]

const federalStages: readonly (readonly [RegExp, number])[] = [
  [/^(at|cp|as)/, 40],
  [/^e/, 35],
  [/^(r[hs]|rt.*)$/, 30],
  [/^pc/, 20],
  [/^r/, 15],
  [/^[il]/, 10],
]

const stateStages: readonly (readonly [RegExp, number])[] = [
  [/public act|chapter|enacted|as adopted$|became law|act no|session law|law\b/, 95],
  [/enroll|passed legislature|as passed by (the )?(both|house and senate|senate and house)|final/, 90],
  [/concur|conference/, 70],
  [/engross|passed|adopted/, 50],
  [/committee|report|substitute|amended/, 30],
  [/introduced|filed|prefiled|original|^bill$|memorial|resolution/, 10],
]

/** The short code of a federal printing: "ih" for "Introduced in House" or "Introduced-in-House". */
export function federalVersion(version: string): string {
  const name = version.toLowerCase().replace(/-/g, ' ').trim()
  return federalNames.find(([words]) => words.test(name))?.[1] ?? name
}

/**
 * Ranks a printing by how late it comes in a bill's life; the highest rank is the newest. PLAW/enr > eah/eas > es/eh >
 * rs/rh > is/ih, with the printings of the second chamber after those of the first. 0 for an unknown name.
 */
export function versionRank(source_id: string, version: string | null): number {
  const name = (version ?? '').toLowerCase().trim()
  const [country, , type = ''] = source_id.split('/')
  return country === 'us' ? federalRank(type, federalVersion(name)) : stateRank(name)
}

function federalRank(type: string, code: string): number {
  if (code === 'plaw') return 95
  if (code === 'enr') return 90
  if (code === 'eah' || code === 'eas') return 80
  const base = federalStages.find(([codes]) => codes.test(code))?.[1] ?? 0
  const second = base > 0 && base < 40 && /[hs]$/.test(code) && code.at(-1) !== type[0]
  return base + (second ? 40 : 0)
}

function stateRank(name: string): number {
  const stage = stateStages.find(([words]) => words.test(name))?.[1] ?? 0
  const ordinal = ['second', 'third', 'fourth', 'fifth'].findIndex((word) => name.includes(word))
  return stage + (stage === 30 ? ordinal + 1 : 0)
}
