import { createHmac } from 'node:crypto'
import { instanceSecret } from '../kit/instanceSecret.ts'
import type { Db } from '../postgres/db.ts'

/**
 * A deleted account's use of its code stays used (R88). Of the person only a keyed hash of the email is kept, by which
 * they are known again should they come back through the same code.
 */
export async function recordFormerMember(db: Db, email: string, access_code: string): Promise<void> {
  await db`
    insert into former_members (access_code, email_hash)
    values (${access_code}, ${await hashEmail(db, email)}) on conflict do nothing`
}

/** Whether this person has used this code before and left; their use is then theirs again, and is not another one. */
export async function reclaimCodeUse(db: Db, email: string, access_code: string): Promise<boolean> {
  const { count } = await db`
    delete from former_members
     where access_code = ${access_code} and email_hash = ${await hashEmail(db, email)}`
  return count === 1
}

export async function hashEmail(db: Db, email: string): Promise<Buffer> {
  return createHmac('sha256', await instanceSecret(db, 'departed_email'))
    .update(email)
    .digest()
}
