import { readdirSync, readFileSync } from 'node:fs'
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

export function readCatalog(code: string): Map<string, string> {
  if (code === 'en') return new Map()
  const files = readdirSync(join(folder, code)).filter(
    (file) => file.endsWith('.json') && file !== 'language.json',
  )
  return new Map(
    files
      .toSorted()
      .flatMap((file) =>
        Object.entries(Catalog.parse(JSON.parse(readFileSync(join(folder, code, file), 'utf8')))),
      ),
  )
}
