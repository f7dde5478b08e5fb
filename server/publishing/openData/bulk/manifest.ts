import { sourceTerms } from '#contract/sourceTerms.ts'

/**
 * The version stays the same when fields are added, as in the public API. Any other change of the files increments it.
 */
const schemaVersion = 1

export type ListedFile = {
  name: string
  sha256: string
  bytes: number
  row_count: number
  source_names: string[]
  written_at: string
}

/** Returns the content of `manifest.json` of a folder, which describes its files and their sources. */
export function manifestOf(folder: string, files: readonly ListedFile[]) {
  const names = new Set(files.flatMap(({ source_names }) => source_names))
  return {
    schema_version: schemaVersion,
    folder,
    written_at: files[0]?.written_at ?? null,
    files: files.map(({ name, sha256, bytes, row_count }) => ({ name, sha256, bytes, rows: row_count })),
    sources: [...names].toSorted().map((name) => {
      const { license, terms, credit, url } = sourceTerms(name)
      return { name, url, license, terms, credit }
    }),
  }
}
