import type { Db } from '#server/platform/postgres/db.ts'
import { sponsorUpdate } from './changes.ts'
import { recordBillUpdates } from './record.ts'

type Sponsor = {
  name: string
  source_person_id: string | null
  rep_id: string | null
  sponsored_on: string | null
  withdrawn_on: string | null
}
type SponsoredBill = { bill_id: string; source_name: string; sponsors: Sponsor[] }

/** If one import adds more sponsors than this, the list was filled in, so they alert nobody. */
const maxAlerting = 20

/** Returns the sponsors of these bills, including those who withdrew. Bills without sponsors are left out. */
export async function selectSponsors(
  db: Db,
  source_ids: readonly string[],
): Promise<Map<string, SponsoredBill>> {
  if (source_ids.length === 0) return new Map()
  const rows = await db<(SponsoredBill & { source_id: string })[]>`
    select b.source_id, b.bill_id, b.source_name,
           json_agg(json_build_object('name', s.name, 'source_person_id', s.source_person_id, 'rep_id', s.rep_id,
                                      'sponsored_on', s.sponsored_on, 'withdrawn_on', s.withdrawn_on) order by s.position) as sponsors
      from bills b join bill_sponsorships s using (bill_id)
     where b.source_id = any(${source_ids}::text[]) group by b.bill_id`
  return new Map(rows.map((row) => [row.source_id, row]))
}

/**
 * Records who joined the sponsors since `before`. The first sponsors of a bill are part of its introduction, so bills that
 * had none are left out.
 */
export async function recordNewSponsors(
  db: Db,
  before: ReadonlyMap<string, SponsoredBill>,
  notify: boolean,
): Promise<void> {
  const after = await selectSponsors(db, [...before.keys()])
  const updates = [...after].flatMap(([source_id, { bill_id, source_name, sponsors }]) => {
    const earlier = (before.get(source_id)?.sponsors ?? []).filter(
      ({ withdrawn_on }) => withdrawn_on === null,
    )
    const joined = sponsors.filter(
      (sponsor) => sponsor.withdrawn_on === null && !earlier.some((other) => isSame(sponsor, other)),
    )
    const notifiesFollowers = notify && joined.length <= maxAlerting
    return joined.map(({ name, source_person_id, rep_id, sponsored_on }) => {
      const person = source_person_id ?? rep_id ?? nameKey(name)
      return sponsorUpdate(
        { bill_id, source_name, notify: notifiesFollowers },
        { name, person, rep_id, joined_on: sponsored_on },
      )
    })
  })
  await recordBillUpdates(db, updates)
}

/** Another source may use another id for the same person, so the same name is enough. */
function isSame(one: Sponsor, other: Sponsor): boolean {
  return (
    nameKey(one.name) === nameKey(other.name) ||
    (one.rep_id !== null && one.rep_id === other.rep_id) ||
    (one.source_person_id !== null && one.source_person_id === other.source_person_id)
  )
}

function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
