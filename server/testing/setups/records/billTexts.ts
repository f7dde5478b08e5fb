import type { BillSections } from '#contract/bills/billContent.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedVersion } from '#server/sources/bills/importedBill.ts'
import { readPageSections } from '#server/sources/text/pageSections.ts'
import { readPlainSections, toVersionSections } from '#server/sources/text/plainSections.ts'
import type { TestServer } from '#server/testing/testServer.ts'

type Texts = { formatted_text?: string; bill_sections?: BillSections; full_text?: string }
type VersionFields = Partial<Omit<ImportedVersion, 'text'>>

/** Adds a version with these texts to a bill, as an import does. Sections with a note are a summary. */
export async function storeText(
  app: Pick<TestServer, 'pool'>,
  bill_id: string,
  texts: Texts,
  named: VersionFields = {},
): Promise<void> {
  const { formatted_text = null, bill_sections, full_text = null } = texts
  const sections = bill_sections
    ? toVersionSections(bill_sections)
    : formatted_text
      ? readPageSections(formatted_text)
      : readPlainSections(full_text ?? '')
  await storeVersion(app, bill_id, {
    code: null,
    label: bill_sections?.note ?? 'Bill text',
    document_type: bill_sections?.note ? 'summary' : 'bill',
    printed_on: null,
    ...named,
    text: {
      format: formatted_text ? 'html' : bill_sections ? 'xml' : 'plain',
      sections,
      struck_sections: [],
      formatted_text,
      full_text,
    },
  })
}

export async function storeVersion(
  { pool }: Pick<TestServer, 'pool'>,
  bill_id: string,
  version: ImportedVersion,
): Promise<void> {
  const [bill] = await pool<{ source_id: string; source_name: string }[]>`
    select source_id, source_name from bills where bill_id = ${bill_id}`
  if (!bill) throw new Error('There is no such bill.')
  const { refusals } = await importBills(pool, singleRecord({ ...bill, version }))
  if (refusals.length > 0) throw new Error(refusals[0]?.reason)
}

async function* singleRecord(imported: { source_id: string; source_name: string; version: ImportedVersion }) {
  yield { file: 'test', record: 'record 1', imported }
}
