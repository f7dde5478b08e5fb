import type { PublicSource } from '#contract/openData/publicRecords.ts'
import { sourceTerms } from '#contract/sourceTerms.ts'

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

function sourceOf({ source_name, source_url, source_checked_at }: SourceColumns): PublicSource {
  const { license, terms, credit, url } = sourceTerms(source_name)
  return { name: source_name, url: source_url ?? url, license, terms, credit, checked_at: source_checked_at }
}
