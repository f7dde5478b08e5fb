import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { keyFromSeed, keyLine, type SigningKey } from './core/checkpoint.ts'
import { selectCheckpoint } from './log.ts'

const secretName = 'tally_signing'
const pollMs = 60_000

/** Returns the name of the log, which every checkpoint contains. */
export function tallyOrigin(publicOrigin: string): string {
  return `${new URL(publicOrigin).host}/tally`
}

/** Returns the key that signs the tally, and creates it on first use. */
export async function signingKey(db: Db): Promise<SigningKey> {
  const key = keyFromSeed(await instanceSecret(db, secretName))
  await db`insert into tally_keys (public_key) values (${key.publicKey}) on conflict do nothing`
  return key
}

/** Replaces the key that signs the tally. The public part of the key before it stays listed. */
export async function replaceSigningKey(db: Db): Promise<SigningKey> {
  await db`update instance_secrets set secret = ${randomBytes(32)} where name = ${secretName}`
  return signingKey(db)
}

/** Returns every key that ever signed the tally, as lines for a verifier, the newest first. */
export async function keyLines(db: Db, origin: string): Promise<string[]> {
  await signingKey(db)
  const rows = await db<{ public_key: Buffer }[]>`select public_key from tally_keys order by created_at desc`
  return rows.map(({ public_key }) => keyLine(origin, public_key))
}

/**
 * The key in memory so that the acknowledgment of a stance costs no statement, and the newest checkpoint, which the footer of
 * every page shows.
 */
export type TallyState = Worker & { key: () => SigningKey; checkpoint: () => string | null }

/** Reads the state, and reads it again at intervals, because a night passes and an operator may replace the key. */
export async function startTallyState(pool: Pool, log: FastifyBaseLogger): Promise<TallyState> {
  let state = await selectState(pool)
  const worker = startWorker({
    name: 'tally_state',
    pollMs,
    log,
    failureMessage: 'reading the state of the tally failed, will retry',
    work: async () => {
      state = await selectState(pool)
    },
  })
  return { ...worker, key: () => state.key, checkpoint: () => state.checkpoint }
}

async function selectState(db: Db): Promise<{ key: SigningKey; checkpoint: string | null }> {
  return { key: await signingKey(db), checkpoint: (await selectCheckpoint(db))?.note ?? null }
}
