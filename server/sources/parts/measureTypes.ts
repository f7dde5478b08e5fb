import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { MeasureType } from '#contract/bills/progress.ts'

type Patterns = readonly (readonly [RegExp, MeasureType])[]

/** How many characters of a title are searched, because the time grows with a power of the length. */
const longestTitle = 2000
/** A title that begins with the proposal. */
const proposal =
  /^\W*(an? )?(act )?((joint|concurrent) )?(resolution,? )?propos(e|es|ing|al)\b.*(\bconstitutional amendment\b|\bamend(ment|ments|ing)?\b.*\bconstitution\b)/i
/** Words of measures about amendments that others make, such as the Congress or a convention. */
const ofOthers =
  /\b(congress|convention|ratif\w+|urg(e|es|ing)|memorializ\w+|publication|referendum)\b|\b(united states|u\.?s\.?|federal) constitution|constitution of the united states/i
const headings = /^\W*(proposed )?const(itutional|\.) am(endment)?\b/i
const otherProposals =
  /\bpropos(e|es|ing|al)\b.*(\bconstitutional amendment\b|\bamend(ment|ments|ing)?\b.*\bconstitution\b)|\bsubmit\w*\b.*\belectors\b.*\bamendment\b.*\bconstitution\b|[;-] ?constitutional amendment\b|^constitutional amendments\b.*\bpropos|\bto (amend|an amendment to) the (\w+ )?constitution\b|\bto (create|enact|repeal|amend)\b.*\b(section|article)\b.*\bconstitution\b/i

/**
 * Returns true if the title says that the measure amends the constitution. In many states, such a measure is filed as any other
 * resolution or bill. The title of a bill counts only if it begins so, because bills also regulate elections on amendments.
 */
function amendsConstitution(text: string, isBill = false): boolean {
  const title = text.slice(0, longestTitle)
  if (proposal.test(title)) return true
  return !ofOthers.test(title) && (headings.test(title) || (!isBill && otherProposals.test(title)))
}

/** The states whose joint resolutions amend the constitution, unless they act on an amendment that others made. */
const amendingJointResolutions: ReadonlySet<string> = new Set(['ar', 'fl', 'id', 'mo', 'wa', 'wv'])

/**
 * How titles of some states say that the measure amends the constitution: "Lanterns, CA" in New Mexico, "Lanterns; - CA" in Georgia,
 * and "Baldwin County; constitutional amendment" for a bill of Alabama.
 */
const amendingTitles: Readonly<Record<string, RegExp>> = {
  al: /[,;] (?:to propose a )?constitutional amendment\b|\bproposing an amendment to the constitution of alabama\b/i,
  ga: /-\s*CA\.?$/,
  nm: /, CA\.?$/,
}

/** Joint resolutions of some states have titles that do not say that they amend the constitution. */
function ofState(type: MeasureType, state: string, title: string): MeasureType {
  const isAmendment =
    (amendingTitles[state]?.test(title) && (type !== 'bill' || state === 'al')) ||
    (type === 'joint_resolution' && amendingJointResolutions.has(state) && !ofOthers.test(title))
  return isAmendment ? 'constitutional_amendment' : type
}

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
 *
 * @param state the postal code, or an empty text for a city
 */
export function namedMeasureType(
  names: readonly string[],
  level: GovernmentLevel,
  title: string,
  state = '',
): MeasureType | null {
  const typeNames = names.map((name) => name.trim()).filter((name) => name !== '')
  if (typeNames.length === 0) return null
  const types = typeWords.flatMap(([pattern, type]) =>
    typeNames.some((name) => pattern.test(name)) ? type : [],
  )
  const law: MeasureType = level === 'local' ? 'ordinance' : 'bill'
  const [first] = types
  if (first === undefined && !typeNames.some((name) => lawWords.test(name))) return 'other'
  const type = first ?? law
  const isProposal = level !== 'local' && /^(bill|(\w+_)?resolution)$/.test(type)
  return isProposal && amendsConstitution(title, type === 'bill')
    ? 'constitutional_amendment'
    : ofState(type, state, title)
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

export function legiScanMeasureType(code: string, title: string, state = ''): MeasureType | null {
  const type = legiScanTypes[code]
  if (code === '') return null
  const isProposal = type !== undefined && /^(bill|(\w+_)?resolution)$/.test(type)
  return isProposal && amendsConstitution(title, type === 'bill')
    ? 'constitutional_amendment'
    : ofState(type ?? 'other', state, title)
}

type MeasureFields = {
  source_id: string
  bill_code: string
  title: string
  government_level: GovernmentLevel
}

/** Derives the type of a measure from its number and title, for records without a field for it. */
export function measureTypeOf({ source_id, bill_code, title, government_level }: MeasureFields): MeasureType {
  if (government_level === 'federal') return federalType(source_id.split('/')[2] ?? '', title)
  return government_level === 'state' ? stateType(source_id, bill_code, title) : localType(bill_code, title)
}

function federalType(kind: string, title: string): MeasureType {
  if (kind.endsWith('conres')) return 'concurrent_resolution'
  if (kind.endsWith('jres')) {
    return amendsConstitution(title) ? 'constitutional_amendment' : 'joint_resolution'
  }
  return kind.endsWith('res') ? 'resolution' : 'bill'
}

/** Patterns for the letters of bill numbers in the states. Each has examples. */
const numberLetters: Patterns = [
  /** CA, ACA, SCA, HRCA, HJRCA */
  [/(^|[AHS]|J?R)CA$/, 'constitutional_amendment'],
  /** AM (an appointment message in Illinois), SA (an appointment in New Jersey and others are not used) */
  [/^AM$/, 'appointment'],
  /** EO (an executive order in Illinois) */
  [/^EO$/, 'other'],
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
  if (state === 'ne' && /^LR\d+CA$/.test(codeLetters)) return 'constitutional_amendment'
  const type = numberLetters.find(([pattern]) => pattern.test(letters))?.[1] ?? 'resolution'
  return amendsConstitution(title, type === 'bill') ? 'constitutional_amendment' : ofState(type, state, title)
}

/** Returns true for an emergency act of the District of Columbia, which is in effect for 90 days without a review by Congress. */
export function isEmergencyAct(jurisdiction: string, title: string): boolean {
  return jurisdiction.endsWith('/district:dc') && /\bemergency (\w+ )?act of \d{4}/i.test(title)
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
