import * as z from 'zod/mini'
import { readSeedFile } from '#server/operations/seed/seedFile.ts'
import type { ImportedVersion, Reading } from '#server/sources/bills/importedBill.ts'
import { toVersionSections } from '#server/sources/text/plainSections.ts'

const note = 'Plain-language summary by Hurd, not the official text.'

/**
 * The format of `db/seed/digests.json`, which maps the `source_id` of a bill to the sections of its digest. Each
 * section is [number, title, content].
 */
const Digests = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.string()])))

export async function readDigests(): Promise<Map<string, ImportedVersion>> {
  const digests = Digests.parse(await readSeedFile('digests.json'))
  return new Map(
    Object.entries(digests).map(([source_id, sections]) => [
      source_id,
      summaryOf(sections.map(([number, title, content]) => ({ number, title, content }))),
    ]),
  )
}

function summaryOf(sections: { number: string; title: string; content: string }[]): ImportedVersion {
  const text = { format: 'plain' as const, sections: toVersionSections({ sections }), struck_sections: [] }
  return {
    code: null,
    label: note,
    document_type: 'summary',
    printed_on: null,
    text: { ...text, formatted_text: null, full_text: null },
  }
}

/** Adds the digests written for bundled bills. If a bill has a text, the text is shown instead of the digest. */
export async function* withDigests(
  readings: AsyncIterable<Reading>,
  digests: ReadonlyMap<string, ImportedVersion>,
): AsyncGenerator<Reading> {
  for await (const reading of readings) {
    const digest = 'imported' in reading ? digests.get(reading.imported.source_id) : undefined
    if (!digest || !('imported' in reading) || !('bill_code' in reading.imported)) {
      yield reading
      continue
    }
    const versions = [...(reading.imported.versions ?? []), digest]
    yield { ...reading, imported: { ...reading.imported, versions } }
  }
}
