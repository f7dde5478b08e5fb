import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'

/** A key of this database alone, made at first use; every instance on the same database has the same one. */
export async function instanceSecret(db: Db, name: string): Promise<Buffer> {
  const [held] = await db<{ secret: Buffer }[]>`select secret from instance_secrets where name = ${name}`
  if (held) return held.secret
  await db`
    insert into instance_secrets (name, secret) values (${name}, ${randomBytes(32)}) on conflict do nothing`
  const [made] = await db<{ secret: Buffer }[]>`select secret from instance_secrets where name = ${name}`
  return made!.secret
}
