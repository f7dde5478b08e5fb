import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

/**
 * Records that a deleted account has used its access code so that nobody else gets this use. Stores only a keyed hash
 * of the email address. The hash recognizes a person who registers again with the same code.
 */
export async function recordFormerMember(db: Db, email: string, access_code: string): Promise<void> {
  await db`
    insert into former_members (access_code, email_hash)
    values (${access_code}, ${await hashEmail(db, email)}) on conflict do nothing`
}

/**
 * Returns true if this person used the code before and deleted the account. Registering again then does not use the
 * code a second time.
 */
export async function reclaimCodeUse(db: Db, email: string, access_code: string): Promise<boolean> {
  const { count } = await db`
    delete from former_members
     where access_code = ${access_code} and email_hash = ${await hashEmail(db, email)}`
  return count === 1
}

async function hashEmail(db: Db, email: string): Promise<Buffer> {
  return createHmac('sha256', await instanceSecret(db, 'former_email'))
    .update(email)
    .digest()
}
