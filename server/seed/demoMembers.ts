import type { Db } from '../postgres/db.ts'
import { readSeedFile } from './seedFile.ts'

export const demoCode = 'HURD-DEMO-2026'
export const demoPassword = 'hurd-demo-2026'

export type CastMember = {
  username: string
  full_name: string
  email: string
  bio: string
  address: string | null
  email_verified: boolean
  member_type: string
  account_status: 'active' | 'inactive'
  joined_days_ago: number
}

/** The first six of the cast, as the README's sign-in table shows them. */
export async function demoSignIns(): Promise<{ email: string; who: string }[]> {
  const roles = [
    'resident',
    'without an address',
    'unverified',
    'official',
    'community leader',
    'deactivated',
  ]
  const cast = await readCast()
  return roles.map((who, at) => ({ email: cast[at]!.email, who }))
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; a wrong field breaks its insert
export const readCast = async () => (await readSeedFile('cast.json')) as CastMember[]

/** Whether the cast is here (some of it may have left), and which of its names and addresses others have. */
export async function findCast(db: Db): Promise<{ here: boolean; taken: string[] }> {
  const cast = await readCast()
  const rows = await db<{ username: string; is_cast: boolean }[]>`
    select u.username, u.access_code is not distinct from ${demoCode} and c.email = lower(u.email) as is_cast
      from unnest(${cast.map(({ username }) => username)}::text[], ${cast.map(({ email }) => email)}::text[])
           as c (username, email)
      join users u on lower(u.username) = lower(c.username) or lower(u.email) = c.email`
  return {
    here: rows.some((row) => row.is_cast),
    taken: rows.filter((row) => !row.is_cast).map(({ username }) => username),
  }
}
