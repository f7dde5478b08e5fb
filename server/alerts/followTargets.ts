import type { Follow } from '../../contract/alerts.ts'
import { Id } from '../../contract/kit/endpoint.ts'
import { refuse, type RefusalCode } from '../../contract/kit/refusals.ts'
import { divisionName } from '../../contract/places.ts'
import { searchWords } from '../../contract/rules/billSearch.ts'
import type { FollowTargetType } from '../../contract/rules/billUpdates.ts'
import { topicKey, topicName } from '../../contract/rules/topics.ts'
import type { Db, Part } from '../postgres/db.ts'

export type Target = Pick<Follow, 'target_type' | 'target_id'>

/** Spellings of one search are one target. */
export function normalizeTarget({ target_type, target_id }: Target): Target {
  if (target_type === 'topic') return { target_type, target_id: topicKey(target_id) }
  if (target_type === 'search') {
    return { target_type, target_id: searchWords(target_id) || refuse('search_without_words') }
  }
  return { target_type, target_id }
}

const unknown: Record<Exclude<FollowTargetType, 'search'>, RefusalCode> = {
  bill: 'bill_not_found',
  topic: 'topic_not_found',
  representative: 'representative_not_found',
  committee: 'committee_not_found',
  jurisdiction: 'jurisdiction_not_found',
}

/** Refuses a target that does not exist. A search has no record of its own. */
export async function requireTarget(db: Db, { target_type, target_id }: Target): Promise<void> {
  if (target_type === 'search') return
  const refusal = unknown[target_type]
  if (target_type === 'bill' && !Id.safeParse(target_id).success) refuse(refusal)
  const [row] = await db<{ exists: boolean }[]>`select ${existing(db, target_type, target_id)} as exists`
  if (!row?.exists) refuse(refusal)
}

function existing(db: Db, target_type: FollowTargetType, target_id: string): Part {
  if (target_type === 'bill') return db`exists (select from bills where bill_id = ${target_id}::uuid)`
  if (target_type === 'topic') return db`topic_bill_count(${target_id}) > 0`
  if (target_type === 'representative') {
    return db`exists (select from representatives where rep_id = ${target_id})`
  }
  if (target_type === 'committee') {
    return db`exists (select from committees where committee_id = ${target_id})`
  }
  return db`(exists (select from divisions where division = ${target_id})
             or exists (select from bills where jurisdiction = ${target_id}))`
}

/** The records that name a target of the alias `f` (`target_type`, `target_id`), for `targetName`. */
export function joinTargets(db: Db): Part {
  return db`
    left join bills named_bill on f.target_type in ('bill', 'stance')
          and named_bill.bill_id = case when f.target_type in ('bill', 'stance') then f.target_id::uuid end
    left join representatives named_rep on f.target_type = 'representative' and named_rep.rep_id = f.target_id
    left join committees named_committee
           on f.target_type = 'committee' and named_committee.committee_id = f.target_id`
}

export const nameColumns =
  'named_bill.bill_code, coalesce(named_rep.rep_name, named_committee.name) as rep_name'

type Named = {
  target_type: FollowTargetType | 'stance'
  target_id: string
  bill_code: string | null
  rep_name: string | null
}

/** What a member reads: "H.R. 22", "Housing", "Austin, TX", “clean water”. */
export function targetName({ target_type, target_id, bill_code, rep_name }: Named): string {
  if (target_type === 'topic') return topicName(target_id)
  if (target_type === 'jurisdiction') return divisionName(target_id)
  if (target_type === 'search') return `“${target_id}”`
  return bill_code ?? rep_name ?? target_id
}
