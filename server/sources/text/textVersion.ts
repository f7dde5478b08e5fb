import type { DocumentType } from '#contract/bills/versions.ts'

/** The federal versions by the names that Congress.gov uses. */
const federalNames: readonly (readonly [RegExp, string, string])[] = [
  [/^(public|private) law/, 'plaw', 'Public Law'],
  [/^enrolled/, 'enr', 'Enrolled Bill'],
  [/^engrossed amendment senate/, 'eas', 'Engrossed Amendment Senate'],
  [/^engrossed amendment house/, 'eah', 'Engrossed Amendment House'],
  [/^engrossed in house/, 'eh', 'Engrossed in House'],
  [/^engrossed in senate/, 'es', 'Engrossed in Senate'],
  [/^considered and passed house/, 'cph', 'Considered and Passed House'],
  [/^considered and passed senate/, 'cps', 'Considered and Passed Senate'],
  [/^agreed to house/, 'ath', 'Agreed to House'],
  [/^agreed to senate/, 'ats', 'Agreed to Senate'],
  [/^introduced in house/, 'ih', 'Introduced in House'],
  [/^introduced in senate/, 'is', 'Introduced in Senate'],
  [/^reported in house/, 'rh', 'Reported in House'],
  [/^reported (in|to) senate/, 'rs', 'Reported in Senate'],
  [/^referred with amendments house/, 'rch', 'Reference Change House'],
  [/^placed on calendar senate/, 'pcs', 'Placed on Calendar Senate'],
  [/^placed on calendar house/, 'pch', 'Placed on Calendar House'],
  [/^(referred|reference|referral).* senate/, 'rfs', 'Referred in Senate'],
  [/^(referred|reference|referral).* house/, 'rfh', 'Referred in House'],
  [/^received in senate/, 'rds', 'Received in Senate'],
  [/^received in house/, 'rdh', 'Received in House'],
]

/** The order of the versions within one chamber. */
const federalStages: Readonly<Record<string, number>> = {
  i: 1,
  r: 2,
  rc: 2,
  pc: 3,
  e: 4,
  at: 5,
  cp: 5,
  rf: 1,
  rd: 1,
}

const stateStages: readonly (readonly [RegExp, number])[] = [
  [/public act|chapter|enacted|as adopted$|became law|act no|session law|law\b/, 95],
  [/enroll|passed legislature|as passed by (the )?(both|house and senate|senate and house)|final/, 90],
  [/concur|conference/, 70],
  [/engross|passed|adopted/, 50],
  [/committee|report|substitute|amended|comm sub/, 30],
  [/introduced|filed|prefiled|original|^bill$|memorial|resolution/, 10],
]

/** Returns the short code of a federal version, such as "ih" for "Introduced in House" or "Introduced-in-House". */
export function federalVersion(version: string): string {
  const name = version.toLowerCase().replace(/-/g, ' ').trim()
  return federalNames.find(([words]) => words.test(name))?.[1] ?? name
}

/** Returns the label of a code, such as "Introduced in House" for "ih". An unknown code is its own label. */
export function federalLabel(code: string): string {
  return federalNames.find(([, known]) => known === code)?.[2] ?? code.toUpperCase()
}

/** What a source says about a version's identity. */
type VersionName = { code: string | null; label: string; document_type?: DocumentType }

/**
 * Brings a version's code to the one form in which codes are stored and compared: "plaw" for "PLAW", "Public Law" and a
 * version without a code that is labeled so. Amendment documents of Congress are never versions of the bill.
 */
export function versionIdentity(
  source_id: string,
  { code, label, document_type }: VersionName,
): Required<VersionName> {
  const type = document_type ?? 'bill'
  if (!source_id.startsWith('us/')) return { code: code?.trim() || null, label, document_type: type }
  const federalCode = federalVersion(code?.trim() || label)
  const isNamed = federalNames.some(([, short]) => short === federalCode)
  const short = code?.trim() || isNamed ? federalCode : null
  const isAmendment = type === 'bill' && (short === 'eas' || short === 'eah')
  return { code: short, label, document_type: isAmendment ? 'amendment' : type }
}

/**
 * Returns how late in the life of its bill a version comes. 0 if its name says nothing. For Congress, the chambers
 * passed before it count first, then the stage within the chamber. An enrolled bill and a law come last.
 */
export function versionStage(source_id: string, code: string | null, label: string): number {
  const [place, , type = ''] = source_id.split('/')
  if (place === 'us') return federalStage(type, federalVersion(code ?? label))
  const name = label.toLowerCase().trim()
  const letter = /^version ([a-z]|\d{1,2})$/.exec(name)?.[1]
  // Cities label their versions with letters or numbers in order.
  if (letter) return 10 + (/\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 96)
  return stateStage(name)
}

function federalStage(type: string, code: string): number {
  if (code === 'plaw') return 80
  if (code === 'enr') return 70
  if (code === 'eah' || code === 'eas') return 26
  const [, step = '', chamber = ''] = /^([a-z]{1,2})\d?([hs])\d?$/.exec(code) ?? []
  const stage = federalStages[step]
  if (stage === undefined) return 0
  return chamber === type[0] ? stage : 10 + stage
}

function stateStage(name: string): number {
  const stage = stateStages.find(([words]) => words.test(name))?.[1] ?? 0
  const ordinal = ['second', 'third', 'fourth', 'fifth'].findIndex((word) => name.includes(word))
  return stage + (stage === 30 ? ordinal + 1 : 0)
}
