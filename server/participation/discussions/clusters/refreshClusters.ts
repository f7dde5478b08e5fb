import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'
import { compareVoters, groupVoters, maxVoters, type ClusterVote } from './findClusters.ts'

type Cluster = {
  cluster_id: string
  rule: 'A' | 'B'
  state: 'found' | 'kept' | 'released'
  members: string[]
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** The bills of one slice. Each slice reads the votes since the last round to find them. */
const billsAtOnce = 50

/**
 * Looks for accounts that voted together on the next bills with new votes or with clusters. Returns the last bill, or null
 * after the last one.
 */
export async function refreshNextBills(pool: Pool, after: string | null): Promise<string | null> {
  // One more day covers the votes that were cast while the last round ran, if it took at most a day. Read first, because
  // PostgreSQL plans a short time better than an unknown one.
  const [last] = await pool<{ since: string }[]>`
    select (coalesce(min(finished_at), now() - interval '90 days') - interval '1 day')::text as since
      from recurring_tasks where name = 'vote_clusters'`
  const since = pool`${last?.since ?? null}::timestamptz`
  const bills = await pool<{ bill_id: string }[]>`
    select bill_id from comment_votes where created_at >= ${since} and bill_id > ${after ?? firstId}
    union
    select bill_id from comment_votes where changed_at >= ${since} and bill_id > ${after ?? firstId}
    union
    select bill_id from vote_clusters where bill_id > ${after ?? firstId} and state <> 'released'
    order by bill_id limit ${billsAtOnce}`
  // oxlint-disable-next-line no-await-in-loop -- one bill at a time bounds the memory
  for (const { bill_id } of bills) await refreshClusters(pool, bill_id)
  return bills.length < billsAtOnce ? null : bills.at(-1)!.bill_id
}

/** Finds the clusters of one bill, and recounts the voices if they have changed. */
async function refreshClusters(pool: Pool, bill_id: string): Promise<void> {
  const compared = await compareVoters(await selectVotes(pool, bill_id))
  const together = groupVoters(compared, new Set(['A'] as const))
  const sameList = groupVoters(compared, new Set(['B'] as const))
  await pool.begin(async (db) => {
    await db`select from bills where bill_id = ${bill_id} for no key update`
    const stored = await selectClusters(db, bill_id)
    // An operator may have released a cluster since the votes were read.
    const released = new Set(stored.flatMap(({ state, members }) => (state === 'released' ? members : [])))
    const isOpen = (members: string[]) => !members.some((member) => released.has(member))
    await replace(db, bill_id, 'A', together.filter(isOpen), stored)
    await replace(db, bill_id, 'B', sameList.filter(isOpen), stored)
    await applyDiscounts(db, bill_id)
  })
}

/** Lifts a cluster permanently or confirms it, and recounts the voices. Returns null if there is no such cluster. */
export async function decideCluster(
  pool: Pool,
  cluster_id: string,
  state: 'kept' | 'released',
): Promise<(Pick<Cluster, 'rule'> & { bill_id: string }) | null> {
  return pool.begin(async (db) => {
    // A refresh of the same bill is not seen halfway.
    await db`
      select from bills where bill_id = (select bill_id from vote_clusters where cluster_id = ${cluster_id}) for no key update`
    const [cluster] = await db<(Pick<Cluster, 'rule'> & { bill_id: string })[]>`
      update vote_clusters set state = ${state} where cluster_id = ${cluster_id} returning bill_id, rule`
    if (!cluster) return null
    await applyDiscounts(db, cluster.bill_id)
    return cluster
  })
}

function selectClusters(db: Db, bill_id: string) {
  return db<Cluster[]>`
    select cluster_id, rule, state,
           array(select user_id from vote_cluster_members m where m.cluster_id = k.cluster_id order by user_id) as members
      from vote_clusters k where bill_id = ${bill_id} order by cluster_id`
}

/**
 * Selects the votes of the most active voters, because those of all voters might not fit into memory. A member that an operator
 * has released is left out, and so never grouped again on this bill.
 */
function selectVotes(db: Db, bill_id: string) {
  return db<ClusterVote[]>`
    with recent as materialized (
      select v.user_id, v.comment_id, v.vote, coalesce(v.changed_at, v.created_at) as cast_at
        from bill_comments c join comment_votes v using (comment_id)
       where c.bill_id = ${bill_id} and coalesce(v.changed_at, v.created_at) >= now() - interval '90 days'
         and not exists (select from vote_clusters k join vote_cluster_members m using (cluster_id)
                          where k.bill_id = c.bill_id and k.state = 'released' and m.user_id = v.user_id)),
    voters as (
      select user_id from recent group by user_id order by count(*) desc, user_id limit ${maxVoters})
    select user_id as member, comment_id as comment, vote = 'upvote' as "isUpvote",
           extract(epoch from cast_at)::float8 as second
      from recent join voters using (user_id)`
}

/**
 * Stores what was found. A cluster keeps its id while one of its members stays, and one that an operator has confirmed
 * keeps its members. Clusters that have become one are stored as one so that no vote is discounted twice.
 */
async function replace(
  db: Transaction,
  bill_id: string,
  rule: Cluster['rule'],
  found: readonly string[][],
  stored: readonly Cluster[],
): Promise<void> {
  const left = new Map(
    stored
      .filter((cluster) => cluster.rule === rule && cluster.state !== 'released')
      .map((cluster) => [cluster.cluster_id, cluster]),
  )
  const ended: string[] = []
  const allConfirmed = stored.filter((cluster) => cluster.rule === rule && cluster.state === 'kept')
  for (const members of joinConfirmed(found, allConfirmed)) {
    const wanted = new Set(members)
    const before = [...left.values()].filter((cluster) =>
      cluster.members.some((member) => wanted.has(member)),
    )
    const confirmed = before.filter(({ state }) => state === 'kept')
    const [heir = null] = [...confirmed, ...before].map(({ cluster_id }) => cluster_id)
    for (const { cluster_id } of before) {
      left.delete(cluster_id)
      if (cluster_id !== heir) ended.push(cluster_id)
    }
    // oxlint-disable-next-line no-await-in-loop -- a bill has few clusters
    await store(db, {
      bill_id,
      rule,
      cluster_id: heir,
      members: [...new Set([...members, ...confirmed.flatMap((cluster) => cluster.members)])],
    })
  }
  for (const { state, cluster_id } of left.values()) if (state === 'found') ended.push(cluster_id)
  await db`delete from vote_clusters where cluster_id = any(${ended}::uuid[])`
}

/** Joins the groups into which a confirmed cluster has split, because it keeps its members. */
function joinConfirmed(found: readonly string[][], confirmed: readonly Cluster[]): readonly string[][] {
  return confirmed.reduce((groups, cluster) => {
    const parts = groups.filter((group) => group.some((member) => cluster.members.includes(member)))
    const others = groups.filter((group) => !parts.includes(group))
    return parts.length > 1 ? [...others, parts.flat()] : groups
  }, found)
}

type NewCluster = { bill_id: string; rule: string; cluster_id: string | null; members: string[] }

async function store(db: Transaction, { bill_id, rule, cluster_id, members }: NewCluster): Promise<void> {
  const id = cluster_id ?? (await insertCluster(db, bill_id, rule))
  await db`
    delete from vote_cluster_members where cluster_id = ${id} and user_id <> all(${members}::uuid[])`
  await db`
    insert into vote_cluster_members (cluster_id, user_id)
    select ${id}, user_id from users where user_id = any(${members}::uuid[]) on conflict do nothing`
}

async function insertCluster(db: Transaction, bill_id: string, rule: string): Promise<string> {
  const [cluster] = await db<{ cluster_id: string }[]>`
    insert into vote_clusters (bill_id, rule) values (${bill_id}, ${rule}) returning cluster_id`
  return cluster!.cluster_id
}

/**
 * Writes how many votes of clusters are above one voice on each comment. If a comment changed, the version of the echo score
 * rises, so its comparison with chance is computed again.
 */
async function applyDiscounts(db: Transaction, bill_id: string): Promise<void> {
  // The comments are locked first, because the second statement must see the votes that were committed meanwhile. Without a
  // cluster there is no discount, whatever the votes are, so most bills need no lock.
  await db`
    select from bill_comments where bill_id = ${bill_id} and exists (select from active_clusters where bill_id = ${bill_id})
     order by depth desc, comment_id for no key update`
  const discounts = sides.flatMap((side) => [`${side}_upvotes_discount`, `${side}_downvotes_discount`])
  const list = db.unsafe(discounts.join(', '))
  await db`
    with actual as materialized (select comment_id, ${list} from actual_vote_discounts where bill_id = ${bill_id}),
    changed as (
      update bill_comments c
         set ${db.unsafe(discounts.map((name) => `${name} = a.${name}`).join(', '))}
        from actual a
       where c.comment_id = a.comment_id
         and (${db.unsafe(discounts.map((name) => `c.${name}`).join(', '))})
             is distinct from (${db.unsafe(discounts.map((name) => `a.${name}`).join(', '))})
      returning c.comment_id),
    clusters as (select md5(string_agg(user_id::text, ' ' order by cluster_id, user_id)) as members
                   from active_clusters join vote_cluster_members using (cluster_id) where bill_id = ${bill_id}),
    stepped as (
      insert into bill_counter_steps (bill_id, day, points, echo_changes)
      select ${bill_id}, (now() at time zone 'utc')::date, 0, 1
       where exists (select from changed)
          or (select members from clusters) is distinct from (select members from vote_cluster_runs where bill_id = ${bill_id})
      returning echo_changes)
    insert into vote_cluster_runs as existing (bill_id, members, echo_version)
    select n.bill_id, (select members from clusters), n.echo_version + coalesce((select echo_changes from stepped), 0)
      from current_bill_counts n where n.bill_id = ${bill_id}
    on conflict (bill_id) do update set members = excluded.members, echo_version = excluded.echo_version`
}

const sides = ['support', 'oppose', 'neutral', 'learning']
