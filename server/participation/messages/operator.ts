import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** These commands bind an account that an operator has verified manually to its representative, or end the binding. */
export const officialCommands: Command[] = [
  {
    words: ['users', 'represent'],
    usage: 'USERNAME REP_ID|none',
    about:
      'Lets the account of an elected official answer messages to a representative and publish statements. Ends with the term.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const [name, rep_id, ...rest] = args
      const username = name?.replace(/^@/, '')
      if (!username || !rep_id || rest.length > 0) {
        throw new UsageError('users represent requires a username and the id of a representative, or "none".')
      }
      return db.begin(async (tx) => {
        const user_id = await findOfficialMember(tx, username)
        if (rep_id === 'none') await tx`delete from official_accounts where user_id = ${user_id}`
        else await bind(tx, user_id, rep_id, operator)
        await recordAction(tx, { action: 'represents_set', user_id, operator, detail: { rep_id } })
        print(
          rep_id === 'none'
            ? `@${username} no longer answers for a representative.`
            : `@${username} now answers for ${rep_id}.`,
        )
        return { username, rep_id: rep_id === 'none' ? null : rep_id }
      })
    },
  },
]

async function findOfficialMember(db: Db, username: string): Promise<string> {
  const [member] = await db<{ user_id: string; member_type: string }[]>`
    select user_id, member_type from users where username = ${username} and account_status <> 'closed'`
  if (!member) throw new CommandError(`There is no member @${username}.`)
  if (member.member_type !== 'elected_official') {
    throw new CommandError(
      `@${username} is not labeled elected_official. Use "hurd users member-type" after verifying the account.`,
    )
  }
  return member.user_id
}

async function bind(db: Db, user_id: string, rep_id: string, operator: string): Promise<void> {
  const [representative] = await db<{ is_in_office: boolean }[]>`
    select is_in_office(rep_id) from representatives where rep_id = ${rep_id}`
  if (!representative) throw new CommandError(`There is no representative ${rep_id}.`)
  if (!representative.is_in_office) throw new CommandError(`${rep_id} is not in office today.`)
  await db`
    insert into official_accounts (user_id, rep_id, verified_by, valid_from)
    values (${user_id}, ${rep_id}, ${operator}, current_date)
    on conflict (user_id) do update set
      rep_id = excluded.rep_id, verified_by = excluded.verified_by, valid_from = excluded.valid_from, valid_to = null`
}
