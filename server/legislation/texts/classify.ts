import { setImmediate } from 'node:timers/promises'
import type { TextFormat, VersionKind, VersionSection } from '#contract/bills/versions.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedText } from '#server/sources/bills/importedBill.ts'
import { compareTexts, type Substance } from './comparison/compare.ts'
import { kindOf } from './comparison/versionKind.ts'
import { compareInThread } from './comparisonThread.ts'
import { fingerprint } from './fingerprint.ts'
import { arrange } from './orderVersions.ts'
import type { StoredVersion, VersionList } from './storedVersion.ts'
import { recordVersionUpdates } from './versionUpdates.ts'

type PendingPair = {
  bill_id: string
  version_no: number
  older_format: TextFormat | null
  newer_format: TextFormat | null
  older: VersionSection[] | null
  newer: VersionSection[] | null
  words: number
}

type Kind = { bill_id: string; version_no: number; kind: VersionKind }
type Classification = Partial<Substance> & Kind

/** The number of pairs that are read at once, which limits the memory that they use. */
const pairsAtOnce = 25
/** Pairs of texts with more words than this are compared in a separate thread. */
const fewWords = 20_000
const countsOnly = { withRuns: false }

/**
 * Orders the versions of each bill, and compares the versions that arrived in one batch with the previous version.
 * Comparing them here saves reading both texts from the database later, which takes longer than the comparison.
 */
export async function arrangeAndCompare(lists: ReadonlyMap<string, VersionList>): Promise<void> {
  for (const list of lists.values()) {
    if (list.changed.size === 0) continue
    arrange(list)
    for (const version of list.changed) compareNew(list, version)
    // oxlint-disable-next-line no-await-in-loop -- other work of the process goes on between two bills
    if (list.compared.size > 0) await setImmediate()
  }
}

function compareNew(list: VersionList, version: StoredVersion): void {
  if (version.kind !== null || version.document_type !== 'bill') return
  const base = list.versions.find(({ version_no }) => version_no === version.compared_with)
  const [older, newer] = [base && list.texts.get(base), list.texts.get(version)]
  const substance = older && newer && compareImported(older, newer)
  if (!base || !substance) return
  version.kind = kindOf({ substance }, base.text_format, version.text_format)
  list.compared.set(version, substance)
}

/**
 * The comparisons that `compareAhead` has made while the database was busy with the previous batch, by the newer text.
 */
const compared = new WeakMap<ImportedText, { older: ImportedText; substance: Substance }>()

/**
 * Compares two imported texts.
 *
 * @returns null if a text has no sections or the two texts are too long
 */
export function compareImported(older: ImportedText, newer: ImportedText): Substance | null {
  const cachedResult = compared.get(newer)
  if (cachedResult?.older === older) return cachedResult.substance
  if (!older.sections || !newer.sections) return null
  if (fingerprint(older).word_count + fingerprint(newer).word_count > fewWords) return null
  const { substance } = compareTexts(older.sections, newer.sections, countsOnly)
  compared.set(newer, { older, substance })
  return substance
}

/**
 * Compares the stored versions that `arrangeAndCompare` left out, each with its previous version, and stores their kinds.
 * Runs after the import's transaction so that nothing waits for a lock while texts are compared. After an interruption,
 * the next import compares the rest.
 */
export async function classifyVersions(db: Pool, notify: boolean): Promise<void> {
  for (;;) {
    const pending = await selectPending(db)
    if (pending.length === 0) return
    const classified: Classification[] = []
    // oxlint-disable-next-line no-await-in-loop -- one thread at a time
    for (const pair of pending) classified.push(await classify(pair))
    // oxlint-disable-next-line no-await-in-loop -- the next pairs are those that are left
    await saveKinds(db, classified, notify)
  }
}

async function classify(pair: PendingPair): Promise<Classification> {
  const { bill_id, version_no } = pair
  const { kind, substance } = await classifyPair(pair)
  return { bill_id, version_no, ...substance, kind }
}

async function classifyPair(pair: PendingPair): Promise<{ kind: VersionKind; substance: Substance | null }> {
  const { older, newer } = pair
  if (!older || !newer) return { kind: 'unknown', substance: null }
  const { substance } =
    pair.words > fewWords ? await compareLong(pair) : compareTexts(older, newer, countsOnly)
  return { kind: kindOf({ substance }, pair.older_format, pair.newer_format), substance }
}

function compareLong({ older, newer, older_format, newer_format }: PendingPair) {
  const texts = { older: JSON.stringify(older), newer: JSON.stringify(newer) }
  return compareInThread({ ...texts, older_format, newer_format, ...countsOnly })
}

/**
 * Compares the versions of one bill whose kinds are unknown, with the texts in the database. The list then has their kinds
 * and what they changed.
 */
export async function compareStored(db: Transaction, bill_id: string, list: VersionList): Promise<void> {
  for (const version of list.versions) {
    if (version.kind !== null || version.document_type !== 'bill') continue
    // oxlint-disable-next-line no-await-in-loop -- one pair of texts at a time bounds the memory
    const [pair] = await db<PendingPair[]>`
      select v.bill_id, v.version_no, o.text_format as older_format, v.text_format as newer_format,
             ot.sections as older, nt.sections as newer, coalesce(o.word_count, 0) + coalesce(v.word_count, 0) as words
        from bill_versions v
        left join bill_versions o on o.bill_id = v.bill_id and o.version_no = ${version.compared_with}
        left join bill_version_texts ot on ot.bill_id = v.bill_id and ot.version_no = o.version_no
        left join bill_version_texts nt on nt.bill_id = v.bill_id and nt.version_no = v.version_no
       where v.bill_id = ${bill_id} and v.version_no = ${version.version_no}`
    if (!pair) continue
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { kind, substance } = await classifyPair(pair)
    version.kind = kind
    if (substance) list.compared.set(version, substance)
  }
}

async function selectPending(db: Pool): Promise<PendingPair[]> {
  return db<PendingPair[]>`
    select v.bill_id, v.version_no, o.text_format as older_format, v.text_format as newer_format,
           ot.sections as older, nt.sections as newer, coalesce(o.word_count, 0) + coalesce(v.word_count, 0) as words
      from (select * from bill_versions where kind is null and document_type = 'bill'
             order by bill_id, version_no limit ${pairsAtOnce}) v
      left join bill_versions o on o.bill_id = v.bill_id and o.version_no = v.compared_with
      left join bill_version_texts ot on ot.bill_id = v.bill_id and ot.version_no = o.version_no
      left join bill_version_texts nt on nt.bill_id = v.bill_id and nt.version_no = v.version_no`
}

/** Stores the results of the comparisons of `arrangeAndCompare`, after their versions were written. */
export async function recordComparisons(
  db: Transaction,
  lists: ReadonlyMap<string, VersionList>,
  notify: boolean,
): Promise<void> {
  const compared = [...lists].flatMap(([source_id, list]) =>
    Array.from(list.compared.keys(), ({ version_no, kind }) => ({ source_id, version_no, kind })),
  )
  if (compared.length === 0) return
  const rows = await db<Kind[]>`
    select b.bill_id, r.version_no, r.kind
      from jsonb_to_recordset(${db.json(compared)}) as r(source_id text, version_no smallint, kind text)
      join bills b on b.source_id = r.source_id`
  await recordKinds(db, rows, notify)
}

async function saveKinds(db: Pool, classified: readonly Classification[], notify: boolean): Promise<void> {
  const rows = classified.map(({ isUnchanged: _isUnchanged, sections: _sections, ...row }) => row)
  await db.begin(async (transaction) => {
    // Another import may have compared them too, or the operator has withdrawn one since they were read.
    const saved = await transaction<Kind[]>`
      update bill_versions v
         set kind = r.kind, words_changed = r.words_changed, operative_terms_changed = r.operative_terms_changed,
             sections_changed = r.sections_changed, sections_added = r.sections_added,
             sections_removed = r.sections_removed, sections_moved = r.sections_moved
        from jsonb_to_recordset(${transaction.json(rows)})
             as r(bill_id uuid, version_no smallint, kind text, words_changed int, operative_terms_changed boolean,
                  sections_changed int, sections_added int, sections_removed int, sections_moved int)
       where v.bill_id = r.bill_id and v.version_no = r.version_no and v.kind is null
      returning v.bill_id, v.version_no, v.kind`
    await recordKinds(transaction, saved, notify)
  })
}

/** Records the updates about versions of known kinds. After a material change, the counts of the current version restart. */
async function recordKinds(db: Transaction, rows: readonly Kind[], notify: boolean): Promise<void> {
  const material = rows.filter(({ kind }) => kind === 'material')
  if (material.length > 0) await restartCounts(db, material)
  await recordVersionUpdates(db, rows, notify)
}

async function restartCounts(db: Transaction, material: readonly object[]): Promise<void> {
  await db`
      update bill_counters c set counted_from_version = greatest(c.counted_from_version, r.version_no)
        from (select bill_id, max(version_no) as version_no
                from jsonb_to_recordset(${db.json(material)}) as m(bill_id uuid, version_no smallint)
               group by bill_id order by bill_id) r
       where c.bill_id = r.bill_id`
}
