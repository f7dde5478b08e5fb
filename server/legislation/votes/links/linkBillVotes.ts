import { bodiesOf, bodyNamed } from '#server/legislation/roster/organizations.ts'
import type { Transaction } from '#server/platform/postgres/db.ts'
import { matchActions, type BillVote, type VotedAction } from './matchActions.ts'
import { rollNumberIn } from './rollCalls.ts'

type StoredVote = BillVote & {
  amendment_id: string | null
  counts_for_agreement: boolean
  version_no: number | null
}
type StoredAction = Omit<VotedAction, 'bodies'> & { vote_event_id: string | null }
type StoredAmendment = {
  amendment_id: string
  chamber: string | null
  latest_action: string | null
  vote_event_id: string | null
}
type PassedVersion = { version_no: number; code: string | null; label: string; printed_on: string }
type BillWithVotes = {
  bill_id: string
  source_id: string
  actions: StoredAction[]
  votes: StoredVote[]
  amendments: StoredAmendment[]
  versions: PassedVersion[]
}

/**
 * Links the steps and amendments of these bills to their roll calls, and the roll calls to the version that was passed. Call it
 * after the bills or their votes are stored, with the lock of votes: whichever record comes last makes the link.
 */
export async function linkBillVotes(db: Transaction, bill_ids: readonly string[]): Promise<void> {
  if (bill_ids.length === 0) return
  const bills = await selectBills(db, bill_ids)
  const actions = bills.flatMap((bill) => changedActions(bill))
  if (actions.length > 0) {
    await db`
      update bill_actions a set vote_event_id = r.vote_event_id
        from jsonb_to_recordset(${db.json(actions)}) as r(bill_id uuid, position smallint, vote_event_id uuid)
       where a.bill_id = r.bill_id and a.position = r.position`
    await refreshDetails(db, [...new Set(actions.map(({ bill_id }) => bill_id))])
  }
  const amendments = bills.flatMap((bill) => changedAmendments(bill))
  if (amendments.length > 0) {
    await db`
      update bill_amendments a set vote_event_id = r.vote_event_id
        from jsonb_to_recordset(${db.json(amendments)}) as r(amendment_id text, vote_event_id uuid)
       where a.amendment_id = r.amendment_id`
  }
  const votes = bills.flatMap((bill) => changedVersions(bill))
  if (votes.length > 0) {
    await db`
      update vote_events e set version_no = r.version_no
        from jsonb_to_recordset(${db.json(votes)}) as r(vote_event_id uuid, version_no smallint)
       where e.vote_event_id = r.vote_event_id`
  }
}

/** Stores the details of these bills again, which contain the links of their steps. */
export async function refreshDetails(db: Transaction, bill_ids: readonly string[]): Promise<void> {
  await db`
    update bill_parts p set detail = d.detail
      from bill_parts o cross join lateral bill_parts_detail(o.bill_id, o.page) d
     where o.bill_id = any(${[...bill_ids]}::uuid[]) and p.bill_id = o.bill_id`
}

function selectBills(db: Transaction, bill_ids: readonly string[]): Promise<BillWithVotes[]> {
  return db<BillWithVotes[]>`
    select b.bill_id, b.source_id,
           coalesce((
             select json_agg(json_build_object(
                      'position', a.position, 'acted_on', a.acted_on, 'chamber', a.chamber, 'description', a.description,
                      'classification', a.classification, 'roll_number', a.roll_number, 'vote_event_id', a.vote_event_id)
                      order by a.position)
               from bill_actions a where a.bill_id = b.bill_id), '[]'::json) as actions,
           coalesce((
             select json_agg(json_build_object(
                      'vote_event_id', e.vote_event_id, 'organization', e.organization, 'number', e.number,
                      'voted_on', e.voted_on, 'motion_text', e.motion_text,
                      'motion_classification', e.motion_classification, 'yes_count', e.yes_count, 'no_count', e.no_count,
                      'amendment_id', e.amendment_id, 'counts_for_agreement', e.counts_for_agreement,
                      'version_no', e.version_no) order by e.voted_on, e.number, e.vote_event_id)
               from vote_events e where e.bill_id = b.bill_id), '[]'::json) as votes,
           coalesce((
             select json_agg(json_build_object(
                      'amendment_id', m.amendment_id, 'chamber', m.chamber, 'latest_action', m.latest_action,
                      'vote_event_id', m.vote_event_id))
               from bill_amendments m where m.bill_id = b.bill_id), '[]'::json) as amendments,
           coalesce((
             select json_agg(json_build_object(
                      'version_no', v.version_no, 'code', v.code, 'label', v.label, 'printed_on', v.printed_on))
               from bill_versions v
              where v.bill_id = b.bill_id and v.document_type = 'bill' and v.printed_on is not null
                and v.withdrawn_at is null), '[]'::json) as versions
      from bills b
     where b.bill_id = any(${[...bill_ids]}::uuid[])
       and (exists (select from vote_events e where e.bill_id = b.bill_id)
            -- A source has moved the last vote on the bill to another one.
            or exists (select from bill_actions a where a.bill_id = b.bill_id and a.vote_event_id is not null)
            or exists (select from bill_amendments m where m.bill_id = b.bill_id and m.vote_event_id is not null))`
}

function changedActions({ bill_id, source_id, actions, votes }: BillWithVotes) {
  const voteByPosition = matchActions(
    actions.map((action) => Object.assign({}, action, { bodies: bodiesNamed(source_id, action.chamber) })),
    votes,
  )
  return actions.flatMap(({ position, vote_event_id }) => {
    const vote = voteByPosition.get(position) ?? null
    return vote === vote_event_id ? [] : [{ bill_id, position, vote_event_id: vote }]
  })
}

function bodiesNamed(source_id: string, chamber: string | null): string[] {
  const body = bodyNamed(source_id, chamber)
  return body ? bodiesOf(body) : []
}

/** The last vote on an amendment decides it. A vote on the amendment itself comes before a motion about it. */
function changedAmendments({ source_id, amendments, votes }: BillWithVotes) {
  return amendments.flatMap(({ amendment_id, chamber, latest_action, vote_event_id }) => {
    const amendmentVotes = votes.filter((vote) => vote.amendment_id === amendment_id)
    const number = rollNumberIn(latest_action ?? '')
    const bodies = bodiesNamed(source_id, chamber)
    const numbered = votes.filter((vote) => vote.number === number && bodies.includes(vote.organization))
    const decided =
      amendmentVotes.findLast(({ motion_classification }) => motion_classification === 'amendment') ??
      amendmentVotes.at(-1) ??
      (number !== null && numbered.length === 1 ? numbered[0] : undefined)
    const vote = decided?.vote_event_id ?? null
    return vote === vote_event_id ? [] : [{ amendment_id, vote_event_id: vote }]
  })
}

/**
 * A vote on passage is on the version that the chamber printed that day as passed or engrossed. Other votes name no version,
 * because a record does not say which text lay before the members.
 */
function changedVersions({ source_id, votes, versions }: BillWithVotes) {
  return votes.flatMap(
    ({ vote_event_id, organization, voted_on, motion_classification, counts_for_agreement, version_no }) => {
      const isPassage = counts_for_agreement && motion_classification === 'passage'
      const [passed, other] = isPassage
        ? versions.filter(
            (version) => version.printed_on === voted_on && isPassedBy(source_id, version, organization),
          )
        : []
      const voted = passed && !other ? passed.version_no : null
      return voted === version_no ? [] : [{ vote_event_id, version_no: voted }]
    },
  )
}

function isPassedBy(source_id: string, { code, label }: PassedVersion, organization: string): boolean {
  if (organization.startsWith('us/')) {
    return code?.toLowerCase() === (organization === 'us/house' ? 'eh' : 'es')
  }
  const [, chamber = null] = /\b(?:passed|engrossed)\b.*\b(house|assembly|senate)\b/i.exec(label) ?? []
  return chamber !== null && bodyNamed(source_id, capitalized(chamber)) === organization
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}
