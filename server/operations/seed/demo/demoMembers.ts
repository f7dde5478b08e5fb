import { readSeedFile } from '#server/operations/seed/seedFile.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export const demoCode = 'HURD-DEMO-2026'
export const demoPassword = 'hurd-demo-2026'

export type DemoMember = {
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

/** Returns the first six demo members, listed in the sign-in table of the README. */
export async function demoSignIns(): Promise<{ email: string; role: string }[]> {
  const roles = [
    'resident',
    'without an address',
    'unverified',
    'official',
    'community leader',
    'deactivated',
  ]
  const demoMembers = await readDemoMembers()
  return roles.map((role, index) => ({ email: demoMembers[index]!.email, role }))
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; a wrong field breaks its insert
export const readDemoMembers = async () => (await readSeedFile('demo-members.json')) as DemoMember[]

/** Finds whether demo members exist, and which of their usernames or email addresses belong to other members. */
export async function findDemoMembers(db: Db): Promise<{ present: boolean; conflicting: string[] }> {
  const demoMembers = await readDemoMembers()
  const rows = await db<{ username: string; is_demo: boolean }[]>`
    select u.username, u.access_code is not distinct from ${demoCode} and c.email = lower(u.email) as is_demo
      from unnest(${demoMembers.map(({ username }) => username)}::text[], ${demoMembers.map(({ email }) => email)}::text[])
           as c (username, email)
      join users u on lower(u.username) = lower(c.username) or lower(u.email) = c.email`
  return {
    present: rows.some((row) => row.is_demo),
    conflicting: rows.filter((row) => !row.is_demo).map(({ username }) => username),
  }
}
