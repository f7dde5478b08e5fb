import { operatorRoles, type OperatorRole } from '#contract/accounts/memberRoles.ts'
import { selectByUsername, type MemberName } from '#server/operations/moderation/queries.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Holder = {
  username: string
  role: OperatorRole
  granted_by: string
  granted_at: string
  has_second_factor: boolean
}

export const roleCommands: Command[] = [
  {
    words: ['roles', 'grant'],
    usage: `USERNAME ${operatorRoles.join('|')}`,
    about: 'Lets a member work on the moderation screens. Opens nothing until they turn on two-step sign-in.',
    audit: 'own',
    async run([name, word, ...rest], { db, print, operator }) {
      const role = operatorRoles.find((known) => known === word)
      if (!role || rest.length > 0) {
        throw new UsageError(`roles grant requires a username and one of ${operatorRoles.join(', ')}.`)
      }
      const { username, has_second_factor } = await db.begin(async (tx) => {
        const member = await findMember(tx, name)
        await tx`
          insert into operator_roles (user_id, role, granted_by) values (${member.user_id}, ${role}, ${operator})
          on conflict (user_id) do update
            set role = excluded.role, granted_by = excluded.granted_by, granted_at = now(),
                weekly_email_on = case when operator_roles.role = excluded.role then operator_roles.weekly_email_on
                                       else excluded.weekly_email_on end`
        await recordAction(tx, {
          action: 'role_granted',
          user_id: member.user_id,
          operator,
          detail: { role },
        })
        const [factor] = await tx`select from second_factors where user_id = ${member.user_id} limit 1`
        return { username: member.username, has_second_factor: factor !== undefined }
      })
      print(`@${username} is now ${role === 'moderator' ? 'a moderator' : 'an administrator'}.`)
      if (!has_second_factor) {
        print('Two-step sign-in is OFF: no screen opens until they turn it on in Settings, under Account.')
      }
      return { username, role, state: 'granted', has_second_factor }
    },
  },
  {
    words: ['roles', 'revoke'],
    usage: 'USERNAME',
    about: 'Takes the role back. The moderation screens close at once.',
    audit: 'own',
    async run([name, ...rest], { db, print, operator }) {
      if (rest.length > 0) throw new UsageError('roles revoke requires one username.')
      const { username, changed } = await db.begin(async (tx) => {
        const member = await findMember(tx, name)
        const { count } = await tx`delete from operator_roles where user_id = ${member.user_id}`
        if (count > 0) await recordAction(tx, { action: 'role_revoked', user_id: member.user_id, operator })
        return { username: member.username, changed: count > 0 }
      })
      print(changed ? `@${username} has no role anymore.` : `@${username} had no role.`)
      return { username, state: 'revoked', changed }
    },
  },
  {
    words: ['roles', 'list'],
    about: 'Lists the moderators and administrators, and whether two-step sign-in is on.',
    async run(_args, { db, print }) {
      const roles = await db<Holder[]>`
        select username, role, granted_by, iso_time(granted_at) as granted_at,
               exists (select from second_factors f where f.user_id = u.user_id) as has_second_factor
          from operator_roles join users u using (user_id)
         where account_status <> 'closed' order by granted_at, username`
      for (const { username, role, granted_by, granted_at, has_second_factor } of roles) {
        const secured = has_second_factor ? 'two-step sign-in is on' : 'two-step sign-in is OFF'
        print(`@${username}  ${role}  ${secured}  since ${granted_at.slice(0, 10)} by ${granted_by}`)
      }
      if (roles.length === 0) print('No roles.')
      return { roles }
    },
  },
]

async function findMember(db: Db, name: string | undefined): Promise<MemberName> {
  const username = name?.replace(/^@/, '')
  if (!username) throw new UsageError('A username is required.')
  const member = await selectByUsername(db, username)
  if (!member) throw new CommandError(`There is no member @${username}.`)
  return member
}
