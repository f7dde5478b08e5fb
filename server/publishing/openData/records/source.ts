import type { PublicSource } from '#contract/openData/publicRecords.ts'
import { sourceTerms } from '#contract/sourceTerms.ts'
import { cursorAfter } from '#server/platform/http/page.ts'

/** The columns that say where a record comes from. */
export type SourceColumns = {
  source_name: string
  source_url: string | null
  source_checked_at: string | null
}

/** Replaces the columns about the source by what readers of open data must know about it. */
export function withSource<Row extends SourceColumns>({
  source_name,
  source_url,
  source_checked_at,
  ...record
}: Row): Omit<Row, keyof SourceColumns> & { source: PublicSource } {
  return { ...record, source: sourceOf({ source_name, source_url, source_checked_at }) }
}

/**
 * Returns a page of records from rows that were read with one more than the limit. `keysOf` returns the sort keys of a row,
 * for the cursor of the next page.
 */
export function pageWithSource<Row extends SourceColumns>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => readonly unknown[],
) {
  return {
    records: rows.slice(0, limit).map((row) => withSource(row)),
    next: cursorAfter(rows, limit, keysOf),
  }
}

function sourceOf({ source_name, source_url, source_checked_at }: SourceColumns): PublicSource {
  const { license, terms, credit, url } = sourceTerms(source_name)
  return { name: source_name, url: source_url ?? url, license, terms, credit, checked_at: source_checked_at }
}
