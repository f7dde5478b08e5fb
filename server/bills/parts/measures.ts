import type { GovernmentLevel } from '../../../contract/rules/bills/billContent.ts'
import type { MeasureType, StageId } from '../../../contract/rules/bills/billParts.ts'

/** The stages of a measure, with the names of the bodies that decide on it. */
export type Procedure = { measure_type: MeasureType; stages: readonly { stage: StageId; name: string }[] }

/** The fields of a bill that say what kind of measure it is. */
export type MeasureFacts = {
  source_id: string
  bill_code: string
  title: string
  government_level: GovernmentLevel
  jurisdiction: string
  measure_type?: MeasureType | undefined
  /** True if an action shows that the measure goes to the governor or became law. */
  goesToExecutive: boolean
  /** The chamber of the first action. It is needed for numbers that don't name the chamber. */
  firstChamber: string | null
}

const amendsConstitution =
  /\b(proposing|propose|proposes)\b.*\bamend(ment|ments|ing)?\b.*\bconstitution\b|^constitutional amendment/i

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

const assemblies = new Set(['ca', 'ny', 'wi', 'nv', 'nj'])

/** Returns the stages that a measure has to pass, according to its number, title and legislature. */
export function procedureOf(facts: MeasureFacts): Procedure {
  if (facts.government_level === 'federal') return federalProcedure(facts)
  return facts.government_level === 'state' ? stateProcedure(facts) : localProcedure(facts)
}

const stage = (id: StageId, name: string) => ({ stage: id, name })
const start = [stage('introduced', 'Introduced'), stage('committee', 'Committee')]

function federalProcedure({ source_id, title }: MeasureFacts): Procedure {
  const kind = source_id.split('/')[2] ?? ''
  const [first, second] = kind.startsWith('s') ? ['Senate', 'House'] : ['House', 'Senate']
  if (kind.endsWith('conres')) return twoChambers('concurrent_resolution', first, second, [])
  const isJoint = kind.endsWith('jres')
  if (kind.endsWith('res') && !isJoint) {
    return { measure_type: 'simple_resolution', stages: [...start, stage('chamber', first)] }
  }
  if (isJoint && amendsConstitution.test(title)) {
    return twoChambers('constitutional_amendment', first, second, [stage('states', 'States')])
  }
  return twoChambers(isJoint ? 'joint_resolution' : 'bill', first, second, [
    stage('executive', 'President'),
    stage('law', 'Law'),
  ])
}

function twoChambers(
  measure_type: MeasureType,
  first: string,
  second: string,
  end: Procedure['stages'],
): Procedure {
  return {
    measure_type,
    stages: [...start, stage('first_chamber', first), stage('second_chamber', second), ...end],
  }
}

function stateProcedure(facts: MeasureFacts): Procedure {
  const { jurisdiction, bill_code, title, firstChamber, goesToExecutive } = facts
  const state = jurisdiction.slice(-2)
  const [letters = ''] = /^[A-Z]+/.exec(bill_code.replace(/[^A-Za-z]/g, '').toUpperCase()) ?? []
  const measure_type = facts.measure_type ?? stateMeasure(letters, title, goesToExecutive)
  const governor = [stage('executive', 'Governor'), stage('law', 'Law')]
  if (state === 'dc') {
    const end =
      measure_type === 'bill'
        ? [stage('executive', 'Mayor'), stage('congress', 'Congress'), stage('law', 'Law')]
        : []
    return { measure_type, stages: [...start, stage('council', 'Council'), ...end] }
  }
  if (state === 'ne') {
    const end =
      measure_type === 'bill'
        ? governor
        : measure_type === 'constitutional_amendment'
          ? [stage('voters', 'Voters')]
          : []
    return { measure_type, stages: [...start, stage('legislature', 'Legislature'), ...end] }
  }
  const lower = assemblies.has(state) ? 'Assembly' : 'House'
  const isUpper = letters.startsWith('S') || (!/^[AH]/.test(letters) && firstChamber === 'Senate')
  const [first, second] = isUpper ? ['Senate', lower] : [lower, 'Senate']
  if (measure_type === 'simple_resolution') {
    return { measure_type, stages: [...start, stage('chamber', first)] }
  }
  const end =
    measure_type === 'bill' || measure_type === 'joint_resolution'
      ? governor
      : measure_type === 'constitutional_amendment'
        ? [stage('voters', 'Voters')]
        : []
  return twoChambers(measure_type, first, second, end)
}

/** Patterns for the letters of bill numbers in the states. Each has examples. */
const numberLetters = {
  /** CA, ACA, SCA, HRCA */
  constitutionalAmendment: /(^|[AHS]|R)CA$/,
  /** HB, SB, AB, H, S, A, HF, SF, LD, LC, but not HBR */
  bill: /B(.*[^R])?$|^[AHS]$|F$|^L[DC]?$/,
  /** SJR, HJM, JR */
  joint: /J[RM]/,
  /** HR, SR, AR, HM, SM, HRM, HSR, LR */
  simpleResolution: /^([HSA]|HS|LR)R?M?$|^(AM|E|J|K|R|L)$/,
}

function stateMeasure(letters: string, title: string, goesToExecutive: boolean): MeasureType {
  if (numberLetters.constitutionalAmendment.test(letters) || amendsConstitution.test(title)) {
    return 'constitutional_amendment'
  }
  if (numberLetters.bill.test(letters)) return 'bill'
  if (numberLetters.joint.test(letters)) return goesToExecutive ? 'joint_resolution' : 'concurrent_resolution'
  if (goesToExecutive) return 'bill'
  return numberLetters.simpleResolution.test(letters) ? 'simple_resolution' : 'concurrent_resolution'
}

function localProcedure({ jurisdiction, bill_code, measure_type, goesToExecutive }: MeasureFacts): Procedure {
  const council = [...start, stage('council', 'Council')]
  const type = measure_type ?? (/^(res|r\b|lu\b|t\b)/i.test(bill_code) ? 'council_resolution' : 'ordinance')
  if (type === 'council_resolution') return { measure_type: type, stages: council }
  const [, place = ''] = /state:([a-z]{2}\/place:.+)$/.exec(jurisdiction) ?? []
  const mayor = mayorsWithVeto.has(place) || goesToExecutive ? [stage('executive', 'Mayor')] : []
  return { measure_type: type, stages: [...council, ...mayor, stage('law', 'Law')] }
}
