import { readFile } from 'node:fs/promises'
import { Refusal } from '#contract/kit/refusals.ts'
import type { Stance } from '#contract/stances.ts'
import type { TallyReceipt } from '#contract/tally.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { signText } from './core/checkpoint.ts'
import { ackText } from './core/logLines.ts'
import { selectCheckpoint } from './log.ts'
import { findEntry, getTallyReceipt } from './receipt.ts'
import { keyLines, signingKey, tallyOrigin } from './signingKey.ts'

/** The program that checks receipts, which shares no code with this server. */
export const verifierFile = new URL('../../../scripts/verify-tally.mjs', import.meta.url)

type AckRow = { bill_id: string; stance: Stance; version_no: number; at: string }

/**
 * Returns the files with which a member can check their stances without this server: receipts, acknowledgments, the keys, the
 * secret from which every leaf follows, and the program.
 */
export async function receiptFiles(
  db: Db,
  memory: Memory,
  user_id: string,
  publicOrigin: string,
): Promise<{ name: string; content: Buffer }[]> {
  const key = await signingKey(db)
  const [secret] = await db<{ hex: string }[]>`
    select encode(secret, 'hex') as hex from receipt_secrets where user_id = ${user_id}`
  const rows = await db<AckRow[]>`
    select c.bill_id, c.to_stance as stance, c.version_no, iso_time(c.changed_at) as at
      from stances s
     cross join lateral (
       select * from stance_changes h where h.user_id = s.user_id and h.bill_id = s.bill_id order by change_id desc limit 1) c
     where s.user_id = ${user_id}
    union all
    select bill_id, stance, version_no, iso_time(confirmed_at)
      from stances where user_id = ${user_id} and confirmed_at is not null
     order by at, bill_id`
  const receipts: TallyReceipt[] = []
  for (const bill_id of new Set(rows.map((row) => row.bill_id))) {
    // oxlint-disable-next-line no-await-in-loop -- each receipt may build a large tree
    const receipt = await newestReceipt(db, memory, user_id, bill_id)
    if (receipt) receipts.push(receipt)
  }
  const content = {
    origin: tallyOrigin(publicOrigin),
    keys: await keyLines(db, tallyOrigin(publicOrigin)),
    checkpoint: (await selectCheckpoint(db))?.note ?? null,
    secret: secret?.hex ?? null,
    acks: rows.map((row) =>
      Object.assign(row, { user_id, ack: signText(key, ackText({ ...row, user_id })) }),
    ),
    receipts,
  }
  return [
    { name: 'receipts.json', content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) },
    { name: 'verify.mjs', content: await readFile(verifierFile) },
  ]
}

/** Returns the receipt of the newest tally of a bill. Null if the member's stance is not in it. */
async function newestReceipt(
  db: Db,
  memory: Memory,
  user_id: string,
  bill_id: string,
): Promise<TallyReceipt | null> {
  try {
    const { day } = await findEntry(db, bill_id, null)
    return await getTallyReceipt(db, memory, user_id, bill_id, day)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
