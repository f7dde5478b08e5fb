import { stances, type Stance } from '#contract/stances.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { chanceOf, pick, shareOf } from './chance.ts'
import type { SeedChange, SeedDiscussion, SeededComment } from './seedDiscussions.ts'

/**
 * Inserts stances. Some demo members take a stance on most bills and some on a few, and the majority is different for
 * every bill. Members who commented have the stance that their comment expresses. One in eight of the others on a
 * discussed bill was convinced by a comment.
 */
export async function insertStances(
  db: Db,
  members: Map<string, string>,
  bills: Map<string, string>,
  discussions: SeedDiscussion[],
  comments: SeededComment[],
) {
  const discussionsBySource = new Map(discussions.map((discussion) => [discussion.source_id, discussion]))
  for (const [source_id, bill_id] of bills) {
    const lean = leanOf(source_id)
    const discussion = discussionsBySource.get(source_id)
    const billComments = comments.filter((comment) => comment.bill_id === bill_id)
    for (const [username, user_id] of members) {
      const seed = `${source_id} ${username}`
      const statedStance = discussion?.stances?.[username]
      if (!statedStance && !chanceOf(`stance ${seed}`, activityOf(username))) continue
      const stance = statedStance ?? drawStance(`lean ${seed}`, lean)
      const change = statedStance
        ? statedChange(username, billComments, discussion?.changes ?? [])
        : drawChange(seed, username, stance, billComments)
      // Members took their first stance before they wrote, and two days before they changed it.
      const commentHours = billComments.filter(({ by }) => by === username).map(({ hours_ago }) => hours_ago)
      const firstHoursAgo = Math.max(
        change ? change.hours_ago + 48 : 2 + shareOf(`when ${seed}`) * 900,
        ...commentHours.map((hoursAgo) => hoursAgo + 1),
      )
      await insertStance(db, { bill_id, user_id, stance, firstHoursAgo }, change)
    }
  }
  await db`
    update bill_comments c set stance_when_written = (
             select s.to_stance from stance_changes s
              where s.bill_id = c.bill_id and s.user_id = c.user_id and s.changed_at <= c.created_at
              order by s.changed_at desc limit 1)
     where c.comment_id = any(${comments.map(({ comment_id }) => comment_id)}::uuid[])`
}

type Change = { comment_id: string; before: Stance; hours_ago: number } | null

function statedChange(username: string, billComments: SeededComment[], changes: SeedChange[]): Change {
  const seedChange = changes.find((change) => change.by === username)
  if (!seedChange) return null
  const convincing = billComments.find((comment) => comment.position === seedChange.comment.join('.'))
  if (!convincing) throw new Error(`No comment at ${seedChange.comment.join('.')} to convince ${username}`)
  return { comment_id: convincing.comment_id, before: seedChange.from, hours_ago: seedChange.hours_ago }
}

function drawChange(seed: string, username: string, stance: Stance, billComments: SeededComment[]): Change {
  const convincing = billComments.filter((comment) => comment.by !== username)
  if (convincing.length === 0 || !chanceOf(`mind ${seed}`, 0.125)) return null
  const by = pick(`by ${seed}`, convincing)
  return {
    comment_id: by.comment_id,
    before: pick(
      `before ${seed}`,
      stances.filter((other) => other !== stance),
    ),
    hours_ago: by.hours_ago * shareOf(`when ${seed}`),
  }
}

async function insertStance(
  db: Db,
  row: { bill_id: string; user_id: string; stance: Stance; firstHoursAgo: number },
  change: Change,
) {
  const { bill_id, user_id, stance, firstHoursAgo } = row
  const first = db`now() - make_interval(secs => ${firstHoursAgo * 3600})`
  const at = change ? db`now() - make_interval(secs => ${change.hours_ago * 3600})` : first
  const comment_id = change?.comment_id ?? null
  const source = change ? 'comment' : 'direct'
  const version = db`(select least(version_no, text_version_no) from bill_counters where bill_id = ${bill_id})`
  await db`
    insert into stances (bill_id, user_id, stance, change_source, comment_id, first_taken_at, changed_at,
                         mind_changed_from, mind_changed_to, version_no)
    values (${bill_id}, ${user_id}, ${stance}, ${source}, ${comment_id}, ${first}, ${at},
            ${change?.before ?? null}, ${change ? stance : null}, ${version})`
  if (change) {
    await db`
      insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, changed_at)
      values (${bill_id}, ${user_id}, null, ${change.before}, 'direct', ${first})`
    await db`
      insert into mind_changes (comment_id, user_id, created_at) values (${comment_id}, ${user_id}, ${at})`
  }
  await db`
    insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id, changed_at, version_no)
    values (${bill_id}, ${user_id}, ${change?.before ?? null}, ${stance}, ${source}, ${comment_id}, ${at}, ${version})`
}

/**
 * Returns the share of bills on which a member takes a stance: from one bill in fifty to eight in ten, with most
 * members near the low end so that all activity levels occur.
 */
function activityOf(username: string): number {
  return 0.02 + shareOf(`appetite ${username}`) ** 2 * 0.8
}

type Lean = { support: number; oppose: number; neutral: number }

function leanOf(source_id: string): Lean {
  const support = 0.2 + shareOf(`support ${source_id}`) * 0.45
  const oppose = 0.1 + shareOf(`oppose ${source_id}`) * (0.8 - support)
  return { support, oppose, neutral: (1 - support - oppose) * 0.4 }
}

function drawStance(seed: string, lean: Lean): Stance {
  const share = shareOf(seed)
  if (share < lean.support) return 'support'
  if (share < lean.support + lean.oppose) return 'oppose'
  return share < lean.support + lean.oppose + lean.neutral ? 'neutral' : 'learning'
}
