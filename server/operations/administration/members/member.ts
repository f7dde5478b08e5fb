import type { AdministeredMember } from '#contract/administration/members.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const shownRecords = 20

/**
 * Reads what an administrator needs to know about an account. The result contains no address, no email, no network and
 * nothing that the member wrote.
 */
export async function getMember(db: Db, user_id: string): Promise<AdministeredMember> {
  const member = (await selectMember(db, user_id)) ?? (await selectDeleted(db, user_id))
  if (!member) refuse('user_not_found')
  return { ...member, records: await selectRecords(db, user_id) }
}

type Account = Omit<AdministeredMember, 'records'>

async function selectMember(db: Db, user_id: string): Promise<Account | undefined> {
  const [member] = await db<Account[]>`
    select user_id, username, full_name, account_status as state, iso_time(suspended_until) as suspended_until,
           null as purge_at, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as joined_on, to_char(active_at at time zone 'UTC', 'YYYY-MM-DD') as last_active_on,
           access_code, email_verified_at is not null as email_verified,
           exists (select from second_factors f where f.user_id = u.user_id) as has_second_factor,
           (select role from operator_roles r where r.user_id = u.user_id) as role, member_type, is_label_hidden
      from users u where user_id = ${user_id} and account_status <> 'closed'`
  return member
}

async function selectDeleted(db: Db, user_id: string): Promise<Account | undefined> {
  const [deleted] = await db<Pick<Account, 'username' | 'purge_at'>[]>`
    select username, iso_time(purge_at) as purge_at
      from closed_accounts join users using (user_id) where user_id = ${user_id}`
  return (
    deleted && {
      ...deleted,
      user_id,
      full_name: null,
      state: 'deleting',
      suspended_until: null,
      joined_on: null,
      last_active_on: null,
      access_code: null,
      email_verified: true,
      has_second_factor: false,
      role: null,
      member_type: 'regular',
      is_label_hidden: false,
    }
  )
}

/**
 * Records of changes on screens contain the id of the operator. The operator's name is shown as long as the operator's
 * account exists.
 */
function selectRecords(db: Db, user_id: string): Promise<AdministeredMember['records']> {
  return db<AdministeredMember['records']>`
    select l.action, iso_time(l.created_at) as created_at, coalesce('@' || u.username, l.operator) as operator,
           l.detail->>'reason' as reason, l.detail - array['reason', 'proposed_by'] as detail
      from audit_log l left join users u on l.operator = 'member ' || u.user_id and u.account_status <> 'closed'
     where l.user_id = ${user_id} and l.operator is not null
     order by l.audit_id desc limit ${shownRecords}`
}
