import * as z from 'zod/mini'
import { billStatuses, governmentLevels } from '#contract/bills/billContent.ts'
import { exampleSource } from '#contract/sourceTerms.ts'
import { shareOf } from '#server/operations/seed/demo/chance.ts'
import { readSeedFile } from '#server/operations/seed/seedFile.ts'
import { readHurd } from '#server/sources/bills/hurd.ts'
import type { Reading } from '#server/sources/bills/importedBill.ts'
import type { EventReading } from '#server/sources/events/importedEvent.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import type { VoteReading } from '#server/sources/votes/importedVote.ts'

const Step = z.tuple([z.string(), z.string(), z.nullable(z.string())])

/**
 * One bill of `db/seed/examples.json`. In a text, "{3|5|8}" is 3 in the first version, 5 in the second and 8 in all
 * later ones. A section that is empty in a version is not part of it.
 */
const Example = z.object({
  bill: z.string(),
  code: z.string(),
  title: z.string(),
  about: z.string(),
  status: z.enum(billStatuses),
  topics: z.array(z.string()),
  sponsor: z.string(),
  /** Each step has a date, an action and a chamber. */
  steps: z.array(Step),
  /** Each version has a code, a label and a date. */
  printings: z.array(z.tuple([z.nullable(z.string()), z.string(), z.string()])),
  /** Each section has a title and a text. */
  text: z.array(z.tuple([z.string(), z.string()])),
  /** Each vote has a date, an organization, a motion, a result, and the numbers of yes and no votes. */
  votes: z._default(
    z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.number(), z.number()])),
    [],
  ),
  /** `days` counts from the first start. */
  hearing: z.optional(z.object({ days: z.number(), by: z.string(), committee: z.string() })),
})
export type Example = z.infer<typeof Example>

export async function readExamples(): Promise<Example[]> {
  return z.array(Example).parse(await readSeedFile('examples.json'))
}

const source = { source_name: exampleSource, source_checked_at: '2026-11-20' }
const notice =
  'This text was invented for the demonstration of Hurd. No legislature has received it, and it is not law anywhere.'

/** The place of a bill, by the first part of its id. */
const places: Record<string, { level: (typeof governmentLevels)[number]; division: string; zone: string }> = {
  us: { level: 'federal', division: '', zone: 'America/New_York' },
  mi: { level: 'state', division: '/state:mi', zone: 'America/Detroit' },
  vt: { level: 'state', division: '/state:vt', zone: 'America/New_York' },
  az: { level: 'state', division: '/state:az', zone: 'America/Phoenix' },
  nyc: { level: 'local', division: '/state:ny/place:new_york', zone: 'America/New_York' },
  boston: { level: 'local', division: '/state:ma/place:boston', zone: 'America/New_York' },
}

function placeOf({ bill }: Example) {
  const place = places[bill.split('/')[0] ?? '']
  if (!place) throw new Error(`No place for the example ${bill}`)
  return { ...place, jurisdiction: `ocd-division/country:us${place.division}` }
}

export function exampleBill(example: Example): Reading {
  const { bill, code, title, about, status, topics, sponsor, steps, printings } = example
  const { level, jurisdiction } = placeOf(example)
  const record = {
    ...source,
    source_id: bill,
    source_url: `https://bills.example.org/${bill}`,
    bill_code: code,
    title: `${title} (invented example)`,
    summary: `This bill was invented for the demonstration, and no legislature received it. ${about}`,
    topics,
    government_level: level,
    jurisdiction,
    status,
    created_at: steps[0]?.[0],
    sponsors: [{ name: `${sponsor} (invented)`, party: 'Independent', role: 'Sponsor', district: null }],
    actions: steps.map(([date, text, chamber]) => ({ date, text, chamber })),
    versions: printings.map(([version, label, printed_on], index) => ({
      code: version,
      label,
      printed_on,
      sections: sectionsOf(example, index),
    })),
  }
  return { file: 'examples.json', record: bill, imported: readHurd(record) }
}

function sectionsOf({ text }: Example, printing: number) {
  return [...text, ['About this text', notice] as const]
    .map(([title, words]) => ({ title, content: wordsIn(words, printing) }))
    .filter(({ content }) => content !== '')
    .map(({ title, content }, index) => ({ number: String(index + 1), title, content }))
}

function wordsIn(words: string, printing: number): string {
  return words.replace(/\{([^}]*)\}/g, (_, choices: string) => {
    const all = choices.split('|')
    return all[Math.min(printing, all.length - 1)] ?? ''
  })
}

/**
 * The members of every invented chamber. They are numbered, because a real name could be linked to a representative.
 */
const members = Array.from({ length: 24 }, (_, index) => `Invented member ${index + 1}`)

export function exampleVotes({ bill, votes }: Example): VoteReading[] {
  const session = bill.split('/')[1] ?? ''
  return votes.map(([date, organization, motion, result, yes, no], index) => {
    const vote_key = `demo/${bill}/${index + 1}`
    const roll = members
      .map((name, position) => ({
        name: `|${name}|${position % 2 ? 'D' : 'R'}`,
        key: `${vote_key} ${name}`,
      }))
      .toSorted((a, b) => shareOf(a.key) - shareOf(b.key))
      .map(({ name }) => name)
    const is_committee = /committee/i.test(motion)
    const present = { yes: roll.slice(0, yes), no: roll.slice(yes, yes + no) }
    const absent = is_committee ? [] : roll.slice(yes + no)
    const record = {
      vote_key,
      organization,
      session,
      bill,
      date,
      motion,
      result,
      is_committee,
      source_name: source.source_name,
      source_url: `https://bills.example.org/${bill}`,
      checked_at: `${source.source_checked_at}T00:00:00.000Z`,
      counts: { yes, no, abstain: 0, not_voting: 0, absent: absent.length, other: 0 },
      votes: { ...present, absent },
    }
    return { file: 'examples.json', record: vote_key, imported: readHurdVote(record) }
  })
}

export function exampleHearing(example: Example): EventReading[] {
  if (!example.hearing) return []
  const { bill, hearing } = example
  const { jurisdiction, zone } = placeOf(example)
  const day = new Date(Date.now() + hearing.days * 86_400_000).toISOString().slice(0, 10)
  const event_id = `demo/${bill}`
  return [
    {
      file: 'examples.json',
      record: event_id,
      imported: {
        event_id,
        organization: hearing.by,
        committee: { committee_id: null, name: `${hearing.committee} (invented)` },
        jurisdiction,
        name: `${hearing.committee}: hearing (invented)`,
        starts_at: null,
        starts_local: `${day}T10:00`,
        starts_on: null,
        time_zone: zone,
        location: 'An invented room',
        url: null,
        status: 'scheduled',
        bills: [{ source_ids: [bill], agenda_item: null }],
        source_name: source.source_name,
        source_checked_at: null,
      },
    },
  ]
}
