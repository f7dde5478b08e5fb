import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** Each folder is a language. Its files are its catalog, from English texts to their translations. */
const folder = fileURLToPath(new URL('../../../languages', import.meta.url))

const LanguageFile = z.object({ name: z.string() })
const Catalog = z.record(z.string(), z.string())

export type Language = { code: string; name: string }

/** The languages of the pages. The first one is English, which needs no catalog. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English' },
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: code }) => ({ code, name: nameOf(code) })),
]

/** The name of a language in that language. */
function nameOf(code: string): string {
  return LanguageFile.parse(JSON.parse(readFileSync(join(folder, code, 'language.json'), 'utf8'))).name
}

/**
 * Reads the translations of Hurd's own words about the bundled bills: summaries and the points of digests, by the English text. The
 * pages do not contain them, so they are beside the catalogs.
 */
export function readBillTexts(code: string): Map<string, string> {
  const billTexts = join(folder, code, 'bills')
  return new Map(existsSync(billTexts) ? readTexts(billTexts) : [])
}

export function readCatalog(code: string): Map<string, string> {
  if (code === 'en') return new Map()
  return new Map(readTexts(join(folder, code)))
}

function readTexts(path: string): [string, string][] {
  return readdirSync(path)
    .filter((file) => file.endsWith('.json') && file !== 'language.json')
    .toSorted()
    .flatMap((file) => Object.entries(Catalog.parse(JSON.parse(readFileSync(join(path, file), 'utf8')))))
}
