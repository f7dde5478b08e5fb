import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { MeasureType, StageId } from '#contract/bills/progress.ts'
import { isEmergencyAct, measureTypeOf } from '#server/sources/parts/measureTypes.ts'

/** The stages of a measure, with the names of the bodies that decide on it. */
export type Procedure = {
  measure_type: MeasureType
  stages: readonly { stage: StageId; name: string }[]
  /** False where nothing shows what follows the decision of the legislature. */
  isNextKnown: boolean
}

/** The fields of a bill that say what kind of measure it is. */
export type MeasureFacts = {
  source_id: string
  bill_code: string
  title: string
  government_level: GovernmentLevel
  jurisdiction: string
  /** The type in the record. Without one it is derived from the number and the title. */
  measure_type?: MeasureType | null | undefined
  /** True if an action shows that the measure goes to the governor or the mayor. */
  goesToExecutive: boolean
  /** The chamber of the first action. It is needed for numbers that do not name the chamber. */
  firstChamber: string | null
}

/** The cities whose mayor can veto what the council passes. */
const mayorsWithVeto = new Set([
  'ny/place:new_york',
  'wa/place:seattle',
  'il/place:chicago',
  'ma/place:boston',
  'pa/place:philadelphia',
  'pa/place:pittsburgh',
  'ca/place:san_francisco',
  'mi/place:detroit',
  'wi/place:milwaukee',
  'co/place:denver',
  'md/place:baltimore',
  'mn/place:st._paul',
])

/** The states whose governors sign joint resolutions that make no law, such as those of congratulation in Tennessee. */
const opinions = new Set(['ak', 'md', 'tn'])

/** The states whose lower chamber is the Assembly. */
export const assemblies = new Set(['ca', 'ny', 'wi', 'nv', 'nj'])

/**
 * The states in which two legislatures, with an election in between, must pass an amendment to the constitution before
 * the voters decide. One passage does not say that the voters are next.
 */
const twoLegislatures = new Set([
  'de',
  'in',
  'ia',
  'ma',
  'nv',
  'ny',
  'nj',
  'pa',
  'tn',
  'vt',
  'va',
  'wi',
  'hi',
  'ct',
  'sc',
])

const stage = (id: StageId, name: string) => ({ stage: id, name })
const start = [stage('introduced', 'Introduced'), stage('committee', 'Committee')]
const law = stage('law', 'Law')

/** The types of measures that one body decides on alone. */
const oneBody: ReadonlySet<MeasureType> = new Set([
  'resolution',
  'appointment',
  'proclamation',
  'other',
  'land_use',
])

/** Returns the stages that a measure has to pass, according to its type, its number and its body. */
export function procedureOf(facts: MeasureFacts): Procedure {
  const measure_type = facts.measure_type ?? measureTypeOf(facts)
  const end = endOf(facts, measure_type)
  return {
    measure_type,
    stages: [...start, ...bodiesOf(facts, measure_type), ...end],
    isNextKnown: !(
      measure_type === 'constitutional_amendment' && twoLegislatures.has(facts.jurisdiction.slice(-2))
    ),
  }
}

/** Returns the chambers or the council that vote on the measure. */
function bodiesOf(facts: MeasureFacts, type: MeasureType): Procedure['stages'] {
  const { government_level: level, source_id, bill_code, jurisdiction, firstChamber } = facts
  const state = jurisdiction.slice(-2)
  if (level === 'local' || state === 'dc') return [stage('council', 'Council')]
  if (state === 'ne' && level === 'state') return [stage('legislature', 'Legislature')]
  const letters = level === 'federal' ? (source_id.split('/')[2] ?? '') : bill_code
  // In Puerto Rico, the last letter of a number names the chamber: "PS 12" and "RCC 12".
  const isUpper =
    state === 'pr'
      ? letters.replace(/[^A-Z].*$/, '').endsWith('S')
      : /^s/i.test(letters) || (!/^[ah]/i.test(letters) && firstChamber === 'Senate')
  const lower = level === 'state' && assemblies.has(state) ? 'Assembly' : 'House'
  const [first, second] = isUpper ? ['Senate', lower] : [lower, 'Senate']
  if (type === 'appointment') return [stage('chamber', 'Senate')]
  if (oneBody.has(type)) return [stage('chamber', first)]
  return [stage('first_chamber', first), stage('second_chamber', second)]
}

/** Returns what follows the vote. Only a measure that can become law ends with the stage `law`. */
function endOf(facts: MeasureFacts, type: MeasureType): Procedure['stages'] {
  const { government_level: level, jurisdiction, goesToExecutive } = facts
  if (type === 'constitutional_amendment') {
    if (level === 'federal') return [stage('states', 'States')]
    // In Delaware, two legislatures amend the constitution without the voters.
    return jurisdiction.endsWith(':de') ? [] : [stage('voters', 'Voters')]
  }
  if (level === 'local') {
    if (type !== 'ordinance' && type !== 'bill') return []
    const [, place = ''] = /state:([a-z]{2}\/place:.+)$/.exec(jurisdiction) ?? []
    return mayorsWithVeto.has(place) || goesToExecutive ? [stage('executive', 'Mayor'), law] : [law]
  }
  if (level === 'federal') {
    return type === 'bill' || type === 'joint_resolution' ? [stage('executive', 'President'), law] : []
  }
  // Joint resolutions of many states only state an opinion, so the record has to show that one goes to the governor.
  const isSigned = goesToExecutive && !opinions.has(jurisdiction.slice(-2))
  if (type !== 'bill' && type !== 'ordinance' && !(type === 'joint_resolution' && isSigned)) return []
  const isReviewed = jurisdiction.endsWith(':dc') && !isEmergencyAct(jurisdiction, facts.title)
  return isReviewed
    ? [stage('executive', 'Mayor'), stage('congress', 'Congress'), law]
    : [stage('executive', jurisdiction.endsWith(':dc') ? 'Mayor' : 'Governor'), law]
}
