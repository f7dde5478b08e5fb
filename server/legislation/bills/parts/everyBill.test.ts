import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventLines, finalWords, type Progress, progressLine, reachedOn } from '#contract/bills/progress.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { actionClass } from '#server/sources/parts/actionClass.ts'
import { distinctActions } from '#server/sources/parts/distinctActions.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { progressOf } from './progress.ts'
import type { RoadAction } from './walk.ts'

const seed = new URL('../../../../db/seed', import.meta.url).pathname
const bundled = ['federal', 'state', 'local'].map((name) => `${seed}/${name}.jsonl`)
const real = [
  'federal_bills/congress119_bulk/bills.jsonl.gz',
  'federal_bills/openstates_scrape_usa/bills.jsonl.gz',
  'federal_bills/billstatus_xml',
  'anatomy/congress119_full.jsonl.gz',
  'anatomy/billstatus',
  ...['az', 'ca', 'il', 'mi', 'ne', 'oh', 'tx', 'vt', 'wa', 'wy'].map(
    (state) => `state_bills/${state}.jsonl.gz`,
  ),
  'votes/state/bills.jsonl.gz',
  'legiscan/bill',
  'local_bills/nyc/matters.jsonl.gz',
  'local_bills/legistar_webapi',
  'openstates_api_v3',
].map((path) => realRecords(path))

type Followed = { bill: ImportedBill; actions: readonly RoadAction[]; progress: Progress }

async function* followed(paths: readonly string[]): AsyncGenerator<Followed> {
  for await (const reading of billRecords(await sourceFiles(paths), null)) {
    if ('reason' in reading || !('bill_code' in reading.imported)) continue
    const bill = reading.imported
    const actions =
      bill.parts?.actions ??
      distinctActions(
        bill.actions.map(({ date, text, chamber }) => ({
          acted_on: date,
          chamber,
          description: text,
          classification: actionClass(text),
        })),
      )
    const { progress } = progressOf({ ...bill, measure_type: bill.parts?.measure_type }, actions)
    yield { bill, actions, progress }
  }
}

/** What a chamber does with its papers after its vote, in words of this test. */
const paperwork =
  /message|received|reconsider|desk|speaker|signed|enroll|engross|printed|sponsor|author|title|effective|transmit/i

/** Returns what is wrong with the progress of a bill. Empty if nothing is. */
function faultsOf({ bill, actions, progress }: Followed): string[] {
  const { stages, next, measure_type } = progress
  const days = new Set([bill.created_at.slice(0, 10), ...actions.map(({ acted_on }) => acted_on)])
  const faults: string[] = []
  for (const { stage, state, since, label } of stages) {
    if (state === 'completed' && since === null) faults.push(`${stage} is done without a date`)
    if (since !== null && !days.has(since)) faults.push(`${stage} has a date that no action has`)
    if (/\blaw\b/i.test(label) && !['bill', 'ordinance', 'joint_resolution'].includes(measure_type)) {
      faults.push(`${measure_type} is called a law`)
    }
  }
  if (next !== null && bill.status === 'rejected') faults.push(`a rejected bill goes on to ${next}`)
  if (next !== null && /the (President|Governor|Mayor)$/.test(next)) {
    const first = actions.find(({ chamber }) => chamber !== null)?.chamber
    const decided = actions.findLastIndex(({ classification }) => /^(passed|concurred)$/.test(classification))
    const later = actions
      .slice(decided + 1)
      .find(({ chamber, description }) => chamber === first && !paperwork.test(description))
    if (later && stages.some(({ stage }) => stage === 'second_chamber')) {
      faults.push(`next is ${next}, but later: ${later.description}`)
    }
  }
  const shown = {
    progress_line: progressLine(progress),
    progress_dots: stages.map(({ state }) => state),
    reached_on: reachedOn(progress),
    reached_votes: null,
    final_words: finalWords(progress),
  }
  const old = eventLines({ ...shown, checked_on: '2026-01-01' }, '2026-02-01')
  const isOpen = shown.progress_dots.includes('current')
  if (old?.next?.startsWith('Next') || (isOpen && old?.age !== 'We last checked on January 1, 2026')) {
    faults.push('an old record speaks of the present')
  }
  return faults
}

async function faultsIn(paths: readonly string[]): Promise<{ bills: number; faults: string[] }> {
  const faults: string[] = []
  let bills = 0
  for await (const each of followed(paths)) {
    bills += 1
    faults.push(...faultsOf(each).map((fault) => `${each.bill.source_id}: ${fault}`))
  }
  return { bills, faults }
}

// covers HURD-PROGRESS-07
test('no bundled bill says more than its record', async () => {
  const { bills, faults } = await faultsIn(bundled)
  expect(faults).toEqual([])
  expect(bills).toBeGreaterThan(150)
})

// covers HURD-PROGRESS-07
test.skipIf(!existsSync(realRecords()))('no real bill says more than its record', async () => {
  const { bills, faults } = await faultsIn(real)
  expect(faults).toEqual([])
  expect(bills).toBeGreaterThan(2000)
})

/** The statuses that the facts of a record allow, derived without the rules for statuses, or null if the facts decide nothing. */
function allowedStatuses({ bill, actions }: Followed, classes: ReadonlyMap<string, Facts>): string[] | null {
  const text = actions.map(({ description }) => description).join('\n')
  if (bill.government_level === 'federal') {
    if (/became (public|private) law/i.test(text)) return ['passed']
    if (/vetoed by (the )?president/i.test(text)) return ['rejected', 'passed']
    const chambers = ['House', 'Senate'].filter((name) =>
      actions.some(
        ({ chamber, description }) =>
          chamber === name &&
          !/\b(failed|not agreed|rule h|s\.?amdt|recommit|reconsider|previous question|table)\b/i.test(
            description,
          ) &&
          /passed (house|senate)|passed\/agreed|passage passed|agreed to in (house|senate)|considered,? and agreed to|considered, .* passed|agreeing to the (\w+ )?resolution.*agreed|suspend the rules and (pass|agree).*agreed to/i.test(
            description,
          ),
      ),
    )
    if (/^us\/\d+\/[hs]res/.test(bill.source_id)) {
      return chambers.length > 0 ? ['passed'] : ['introduced', 'active', 'rejected']
    }
    if (chambers.length === 2) return bill.source_id.includes('conres') ? ['passed'] : ['pending', 'rejected']
    return chambers.length === 1 ? ['engrossed', 'rejected'] : ['introduced', 'active', 'rejected', 'pending']
  }
  if (bill.government_level === 'local') {
    if (/signed into law by mayor|city charter rule adopted|overridden by council/i.test(text)) {
      return ['passed']
    }
    if (/filed \(end of session\)|vetoed by mayor|disapproved by council|withdrawn/i.test(text)) {
      return ['rejected']
    }
    if (/sent to mayor by council/i.test(text)) return ['pending', 'passed']
    return /(approved|adopted|passed)\b.*\bcouncil|^adopted/im.test(text)
      ? ['passed']
      : ['introduced', 'active', 'pending', 'rejected']
  }
  const facts = classes.get(bill.source_id)
  if (!facts) return null
  if (facts.isLaw) return ['passed']
  if (facts.isVetoed) return ['rejected', 'passed']
  if (facts.passages > 1) return ['pending', 'passed', 'rejected']
  return facts.passages === 1 ? ['engrossed', 'pending', 'passed', 'rejected'] : null
}

type Facts = { isLaw: boolean; isVetoed: boolean; passages: number }
type RawAction = { classification?: string[]; organization_id?: string; description?: string }

type RawBill = { actions?: RawAction[]; identifier?: string; legislative_session?: string }

/** Reads the classes that Open States gave the actions, from the records themselves. */
function classesOf(paths: readonly string[]): Map<string, Facts> {
  const all = new Map<string, Facts>()
  for (const path of paths) {
    for (const line of gunzipSync(readFileSync(path)).toString().split('\n').filter(Boolean)) {
      const record: RawBill = JSON.parse(line)
      const { actions = [], identifier = '', legislative_session = '' } = record
      const has = (name: string) => actions.some(({ classification }) => classification?.includes(name))
      const bodies = actions.flatMap(({ classification, organization_id, description = '' }) =>
        // The Senate of Michigan records that the House passed a bill.
        classification?.includes('passage') && !/passed by (house|senate)/i.test(description)
          ? [/"classification":\s*"(\w+)"/.exec(organization_id ?? '')?.[1]]
          : [],
      )
      const [state = ''] = path.split('/').at(-1)?.split('.') ?? []
      const code = identifier
        .toLowerCase()
        .replace(/[^a-z0-9-]/g, '')
        .replace(/(^|[a-z])0+(?=\d)/g, '$1')
      all.set(`${state} ${legislative_session} ${code}`, {
        isLaw: has('became-law') || has('executive-signature'),
        isVetoed: has('executive-veto') && !has('veto-override-passage'),
        passages: new Set(bodies).size,
      })
    }
  }
  return all
}

test.skipIf(!existsSync(realRecords()))(
  'at least 99.5% of the statuses of real bills agree with facts that were derived independently',
  async () => {
    const states = real.filter((path) => /state_bills\/[a-z]{2}\./.test(path))
    const raw = classesOf(states)
    const table = new Map<string, { bills: number; wrong: string[] }>()
    for await (const each of followed(real)) {
      const { bill, progress } = each
      const [place = '', , code = ''] = bill.source_id.split('/')
      const key = [...raw.keys()].find((name) => name.startsWith(`${place} `) && name.endsWith(` ${code}`))
      const facts = key ? raw.get(key) : undefined
      const allowed = allowedStatuses(each, facts ? new Map([[bill.source_id, facts]]) : new Map())
      if (allowed === null || each.actions.length === 0) continue
      const row = table.get(place) ?? { bills: 0, wrong: [] }
      row.bills += 1
      if (!allowed.includes(bill.status)) {
        row.wrong.push(
          `${bill.source_id} is ${bill.status}, not ${allowed.join(' or ')} (${progressLine(progress)})`,
        )
      }
      table.set(place, row)
    }
    const rows = [...table].toSorted(([a], [b]) => a.localeCompare(b))
    process.stdout.write(
      rows
        .map(
          ([place, { bills, wrong }]) =>
            `${place}: ${bills - wrong.length} of ${bills}\n${wrong.map((line) => `  ${line}\n`).join('')}`,
        )
        .join(''),
    )
    const bills = rows.reduce((sum, [, row]) => sum + row.bills, 0)
    const wrong = rows.reduce((sum, [, row]) => sum + row.wrong.length, 0)
    expect(bills).toBeGreaterThan(1500)
    expect(wrong / bills).toBeLessThanOrEqual(0.005)
  },
)
