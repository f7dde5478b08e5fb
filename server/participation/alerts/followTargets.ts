import type { Follow, FollowTargetType } from '#contract/alerts.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { placeName } from '#contract/placeTexts.ts'
import { searchWords } from '#contract/search.ts'
import { topicKey, topicName } from '#contract/topics.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

export type Target = Pick<Follow, 'target_type' | 'target_id'>

/** Normalizes a target so that different spellings of the same search become the same target. */
export function normalizeTarget({ target_type, target_id }: Target): Target {
  if (target_type === 'topic') return { target_type, target_id: topicKey(target_id) }
  if (target_type === 'search') {
    return { target_type, target_id: searchWords(target_id) || refuse('search_without_words') }
  }
  return { target_type, target_id }
}

/** Refuses a bill whose id is not a UUID, because a statement with it would fail. */
export function requireId(target: Target): Target {
  if (target.target_type === 'bill' && !Id.safeParse(target.target_id).success) refuse('bill_not_found')
  return target
}

/** Joins the records that contain the name of the target `f` (`target_type`, `target_id`), for `targetName`. */
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

type TargetNames = {
  target_type: FollowTargetType | 'stance'
  target_id: string
  bill_code: string | null
  rep_name: string | null
}

/** Returns the name that a member reads, such as "H.R. 22", "Housing", "Austin, TX" or “clean water”. */
export function targetName({ target_type, target_id, bill_code, rep_name }: TargetNames): string {
  if (target_type === 'topic') return topicName(target_id)
  if (target_type === 'jurisdiction') return placeName(target_id)
  if (target_type === 'search') return `“${target_id}”`
  return bill_code ?? rep_name ?? target_id
}
