import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { MeasureType } from '#contract/bills/progress.ts'

type Patterns = readonly (readonly [RegExp, MeasureType])[]

const amendsConstitution =
  /\b(proposing|propose|proposes|proposal)\b.*\bamend(ment|ments|ing)?\b.*\bconstitution\b|^(proposed )?constitutional amendment/i

/** The words that sources use in their field for the type of a measure. The first that matches decides. */
const typeWords: Patterns = [
  [/constitutional amendment/i, 'constitutional_amendment'],
  [/joint memorial|concurrent/i, 'concurrent_resolution'],
  [/joint resolution/i, 'joint_resolution'],
  [/appointment|nomination|reappointment|designation/i, 'appointment'],
  [/proclamation|ceremonial|commendation|commemoration/i, 'proclamation'],
  [/land use|zoning|rezoning/i, 'land_use'],
  [/resolution|memorial|remonstrance/i, 'resolution'],
]

/** The words for measures that can become law. The word differs between legislatures and councils. */
const lawWords = /\bbills?\b|ordinance|local law|^introduction$|charter amendment/i

/**
 * Returns the type of a measure that a source names in a field of its own, or null if the field is empty, and `other` if it
 * names a type of measure that cannot become law and has no type here.
 */
export function namedMeasureType(
  names: readonly string[],
  level: GovernmentLevel,
  title: string,
): MeasureType | null {
  const typeNames = names.map((name) => name.trim()).filter((name) => name !== '')
  if (typeNames.length === 0) return null
  const types = typeWords.flatMap(([pattern, type]) =>
    typeNames.some((name) => pattern.test(name)) ? type : [],
  )
  const law: MeasureType = level === 'local' ? 'ordinance' : 'bill'
  const [first] = types
  if (first === undefined) return typeNames.some((name) => lawWords.test(name)) ? law : 'other'
  // In many states, a joint resolution that amends the constitution is filed as any other.
  return first === 'joint_resolution' && amendsConstitution.test(title) ? 'constitutional_amendment' : first
}

/** The types of LegiScan's `bill_type`. Others are `other`. */
const legiScanTypes: Readonly<Record<string, MeasureType>> = {
  B: 'bill',
  CB: 'bill',
  RB: 'bill',
  R: 'resolution',
  M: 'resolution',
  RM: 'resolution',
  SR: 'resolution',
  CR: 'concurrent_resolution',
  JM: 'concurrent_resolution',
  CM: 'concurrent_resolution',
  JR: 'joint_resolution',
  JRCA: 'constitutional_amendment',
  CA: 'constitutional_amendment',
  P: 'proclamation',
  C: 'proclamation',
}

export function legiScanMeasureType(code: string, title: string): MeasureType | null {
  const type = legiScanTypes[code]
  if (code === '') return null
  return type === 'joint_resolution' && amendsConstitution.test(title)
    ? 'constitutional_amendment'
    : (type ?? 'other')
}

type Identified = { source_id: string; bill_code: string; title: string; government_level: GovernmentLevel }

/** Derives the type of a measure from its number and title, for records without a field for it. */
export function measureTypeOf({ source_id, bill_code, title, government_level }: Identified): MeasureType {
  if (government_level === 'federal') return federalType(source_id.split('/')[2] ?? '', title)
  return government_level === 'state' ? stateType(source_id, bill_code, title) : localType(bill_code, title)
}

function federalType(kind: string, title: string): MeasureType {
  if (kind.endsWith('conres')) return 'concurrent_resolution'
  if (kind.endsWith('jres')) {
    return amendsConstitution.test(title) ? 'constitutional_amendment' : 'joint_resolution'
  }
  return kind.endsWith('res') ? 'resolution' : 'bill'
}

/** Patterns for the letters of bill numbers in the states. Each has examples. */
const numberLetters: Patterns = [
  /** CA, ACA, SCA, HRCA, HJRCA */
  [/(^|[AHS]|J?R)CA$/, 'constitutional_amendment'],
  /** AM (an appointment message in Illinois), SA (an appointment in New Jersey and others are not used) */
  [/^AM$/, 'appointment'],
  /** HJR, SJR, JR, HJRC */
  [/JR[A-Z]?$/, 'joint_resolution'],
  /** HCR, SCR, ACR, HJM, SCM, HCM */
  [/C[RM]$|JM$/, 'concurrent_resolution'],
  /** HB, SB, AB, H, S, A, HF, SF, LD, LB, HP, SP, but not HBR */
  [/B(.*[^R])?$|^[AHS]$|F$|^L[DC]?$|^[HS]P$/, 'bill'],
  /** HR, SR, AR, HM, SM, HRM, HSR, LR */
  [/^([HSA]|HS|LR?)R?M?$|^(E|J|K|R|L)$/, 'resolution'],
]

function stateType(source_id: string, bill_code: string, title: string): MeasureType {
  const [state = ''] = source_id.split('/')
  const codeLetters = bill_code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const [letters = ''] = /^[A-Z]+/.exec(codeLetters) ?? []
  // In Nebraska, "LR 5CA" is a resolution that amends the constitution.
  if (amendsConstitution.test(title) || (state === 'ne' && /^LR\d+CA$/.test(codeLetters))) {
    return 'constitutional_amendment'
  }
  return numberLetters.find(([pattern]) => pattern.test(letters))?.[1] ?? 'resolution'
}

/** The letters before the numbers of cities: New York City (Int, Res, LU, M) and Chicago (O, SO, R, SR, Or, A, F). */
const localLetters: Patterns = [
  [/^(int|local law|ord|so?\d|o\d|cb\b|bill)/i, 'ordinance'],
  [/^(res|slr|sr?\d|r\d|r[- ])/i, 'resolution'],
  [/^(lu|zon)/i, 'land_use'],
  [/^a\d/i, 'appointment'],
  [/^(or|m|t|f|cl|cc)[- ]?\d/i, 'other'],
]
const localTitles: Patterns = [
  [
    /^(an? )?((emergency|joint|council) )?resolution\b|^(in support of|supporting|recognizing|honoring|urging|calling (up)?on|commending|congratulating)\b/i,
    'resolution',
  ],
  [/^(an? )?order\b|^that (the|our)\b/i, 'other'],
  [/\bordinance\b|local law|\bbill\b/i, 'ordinance'],
  [/^(an? )?(re)?appointment\b|^nomination\b/i, 'appointment'],
  [/^(an? )?proclamation\b/i, 'proclamation'],
  [/\brezoning\b|^zoning\b|\bland use\b/i, 'land_use'],
]

/** Without a type, a letter or a word that says so, nothing shows that a matter of a council can become law. */
function localType(bill_code: string, title: string): MeasureType {
  const row = localLetters.find(([pattern]) => pattern.test(bill_code))
  return row?.[1] ?? localTitles.find(([pattern]) => pattern.test(title))?.[1] ?? 'other'
}
