import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/postgres/db.ts'
import { findInstanceSecret, instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { appendLines, readLines } from './ledgerFile.ts'

export type LedgerSettings = Pick<Env, 'deletionLedger' | 'deletionLedgerKey'>

export type LedgerKey = { id: string; hash: (user_id: string) => string }

/** Every key with which entries can be read, by the id of the key. */
export type LedgerKeys = ReadonlyMap<string, LedgerKey>

export const ledgerSecret = 'deletion_ledger'

/**
 * Returns the key that hashes account ids in new entries. It is DELETION_LEDGER_KEY, which is in no database and no
 * backup, or else a secret of the database. A database that was restored from a backup without this secret gets it from
 * the key file so that its instances continue with the same key.
 */
export async function ledgerKey(db: Db, settings: LedgerSettings): Promise<LedgerKey> {
  return makeKey(settings.deletionLedgerKey ?? (await databaseSecret(db, settings)))
}

/**
 * Returns every key that can read the ledger at `path`: the configured one, that of the database, `moreSecrets`, and
 * those in two key files, beside that ledger and beside this instance's own.
 */
export async function readLedgerKeys(
  db: Db | null,
  settings: LedgerSettings,
  path: string,
  moreSecrets: Buffer[] = [],
): Promise<LedgerKeys> {
  const storedSecret = db && (await findInstanceSecret(db, ledgerSecret))
  const secrets = [
    settings.deletionLedgerKey,
    storedSecret,
    ...moreSecrets,
    ...(await readKeyFile(settings.deletionLedger)),
    ...(path === settings.deletionLedger ? [] : await readKeyFile(path)),
  ].filter((secret) => secret !== null)
  return new Map(secrets.map(makeKey).map((key) => [key.id, key]))
}

/** Writes the database's secret into the key file, unless the operator keeps the key elsewhere. */
export async function saveLedgerKey(db: Db, settings: LedgerSettings): Promise<void> {
  if (settings.deletionLedgerKey !== null) return
  const secret = await databaseSecret(db, settings)
  const savedSecrets = await readKeyFile(settings.deletionLedger)
  if (savedSecrets.some((saved) => saved.equals(secret))) return
  await appendLines(keyFileOf(settings.deletionLedger), [secret.toString('hex')])
}

/** Returns the database's secret. A database that has none yet gets the newest of the key file, or else a new one. */
function databaseSecret(db: Db, settings: LedgerSettings): Promise<Buffer> {
  return instanceSecret(
    db,
    ledgerSecret,
    async () => (await readKeyFile(settings.deletionLedger)).at(-1) ?? randomBytes(32),
  )
}

export function keyFileOf(ledger: string): string {
  return `${ledger}.key`
}

/**
 * Reads the secrets of a key file. It has one per line, the newest last, because a ledger that outlives a database has
 * entries with the keys of both.
 */
async function readKeyFile(ledger: string): Promise<Buffer[]> {
  const lines = await readLines(keyFileOf(ledger))
  return lines.filter((line) => /^[0-9a-f]{64}$/.test(line)).map((line) => Buffer.from(line, 'hex'))
}

function makeKey(secret: string | Buffer): LedgerKey {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  return { id: hmac('key id').slice(0, 16), hash: (user_id) => hmac(`account ${user_id}`) }
}
