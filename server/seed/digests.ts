import * as z from 'zod/mini'
import type { BillSections } from '../../contract/rules/billContent.ts'
import type { Reading } from '../sources/bills/importedBill.ts'
import { readSeedFile } from './seedFile.ts'

const note = 'Plain-language summary by Hurd, not the official text.'

/** `seed/digests.json`: by the bill's `source_id`, its sections as [number, title, content]. */
const Digests = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.string()])))

export async function readDigests(): Promise<Map<string, BillSections>> {
  const digests = Digests.parse(await readSeedFile('digests.json'))
  return new Map(
    Object.entries(digests).map(([source_id, sections]) => [
      source_id,
      { note, sections: sections.map(([number, title, content]) => ({ number, title, content })) },
    ]),
  )
}

/** Adds the digests written for bundled bills. A bill with a text of its own keeps it. */
export async function* withDigests(
  readings: AsyncIterable<Reading>,
  digests: ReadonlyMap<string, BillSections>,
): AsyncGenerator<Reading> {
  for await (const reading of readings) {
    const digest = 'imported' in reading ? digests.get(reading.imported.source_id) : undefined
    if (!digest || !('imported' in reading) || reading.imported.text) {
      yield reading
      continue
    }
    const text = { version: null, formatted_text: null, bill_sections: digest, full_text: null }
    yield { ...reading, imported: { ...reading.imported, text } }
  }
}
