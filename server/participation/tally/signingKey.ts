import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { keyFromSeed, keyLine, type SigningKey } from './core/checkpoint.ts'

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

/** The key in memory so that the acknowledgment of a stance costs no statement. */
export type KeyInMemory = Worker & { current: () => SigningKey }

/** Reads the key, and reads it again at intervals because an operator may replace it. */
export async function startSigningKey(pool: Pool, log: FastifyBaseLogger): Promise<KeyInMemory> {
  let key = await signingKey(pool)
  const worker = startWorker({
    name: 'tally_key',
    pollMs,
    log,
    failureMessage: 'reading the key of the tally failed, will retry',
    work: async () => {
      key = await signingKey(pool)
    },
  })
  return { ...worker, current: () => key }
}
