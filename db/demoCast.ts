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
