import type { BillStatus, GovernmentLevel } from '#contract/bills/billContent.ts'
import type { NextEvent } from '#contract/bills/billParts.ts'
import type { Stage } from '#contract/bills/progress.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/**
 * The bill as the card shows it. The counts are the rounded counts of the country in the last public release.
 */
export type EmbeddedBill = {
  path: string
  bill_code: string
  title: string
  government_level: GovernmentLevel
  jurisdiction: string
  status: BillStatus
  source_name: string
  progress_line: string | null
  reached_on: string | null
  reached_votes: string | null
  final_words: string | null
  /** The day on which the source was last checked, or null if it is not known. */
  checked_on: string | null
  source_url: string | null
  stages: Stage[] | null
  next_event: NextEvent | null
  counts: EmbeddedCounts | null
}

export type EmbeddedCounts = {
  support: number | null
  oppose: number | null
  neutral: number | null
  learning: number | null
  total: number
  released_on: string
}

/** Selects the whole card with one statement of bounded cost. */
export async function selectEmbedded(db: Db, bill_id: string): Promise<EmbeddedBill | undefined> {
  const [bill] = await db<EmbeddedBill[]>`
    select b.path, b.bill_code, left(b.title, 400) as title, b.government_level, b.jurisdiction, b.status, b.source_name,
           b.source_url, bill_line(b) as progress_line, b.progress_reached_on::text as reached_on,
           reached_votes(b.bill_id, b.progress_reached_on) as reached_votes, b.progress_final as final_words,
           bill_checked_on(b)::text as checked_on,
           (select bill_progress(b, p.page -> 'progress') -> 'stages' from bill_parts p where p.bill_id = b.bill_id) as stages,
           next_event(b.bill_id, b.status) as next_event,
           (select json_build_object('support', a.support, 'oppose', a.oppose, 'neutral', a.neutral,
                     'learning', a.learning, 'total', a.total, 'released_on', a.released_on)
              from stance_aggregates a
             where a.bill_id = b.bill_id and a.division = 'ocd-division/country:us' and not a.is_withheld) as counts
      from bills b
     where b.bill_id = ${bill_id}`
  return bill
}
