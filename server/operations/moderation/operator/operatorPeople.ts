import { type MemberType, memberTypes } from '#contract/accounts/memberRoles.ts'
import { describeEnded, endedDetail } from '#server/members/accounts/recoveryNotice.ts'
import { returnToOwner } from '#server/members/accounts/secondFactor/returnToOwner.ts'
import { saveMemberType, suspend } from '#server/members/people/lifecycle.ts'
import { closeAppealsOfLifted } from '#server/operations/moderation/appeals/closeByCommand.ts'
import { liftAndCount } from '#server/operations/moderation/codeCohort.ts'
import { flagLookalikesOf } from '#server/operations/moderation/flagging.ts'
import {
  type MemberName,
  lockName,
  proposalDays,
  saveProposal,
  selectByUsername,
  selectProposer,
} from '#server/operations/moderation/queries.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { operatorPerson } from '#server/platform/cli/operatorName.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export const peopleCommands: Command[] = [
  {
    words: ['users', 'suspend'],
    usage: 'USERNAME',
    about:
      'Ends the sessions of a member, blocks sign-in and hides the profile until the suspension is lifted.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const { username, changed } = await db.begin(async (tx) => {
        const member = await findMember(tx, 'users suspend', args)
        const changed = await suspend(tx, member.user_id)
        if (changed) await recordAction(tx, { action: 'suspended', user_id: member.user_id, operator })
        return { ...member, changed }
      })
      print(changed ? `@${username} is suspended.` : `@${username} was suspended already.`)
      return { username, state: 'suspended', changed }
    },
  },
  {
    words: ['users', 'restore'],
    usage: 'USERNAME',
    about: 'Lifts a suspension. The account has its earlier status again.',
    audit: 'own',
    async run(args, { db, print, operator, env: { publicOrigin } }) {
      const { username, changed } = await db.begin(async (tx) => {
        const member = await findMember(tx, 'users restore', args)
        const { user_id } = member
        const changed = await liftAndCount(tx, user_id)
        if (changed) {
          await recordAction(tx, { action: 'suspension_lifted', user_id, operator })
          await closeAppealsOfLifted(tx, user_id, { operator, publicOrigin })
        }
        return { ...member, changed }
      })
      print(changed ? `@${username} can sign in again.` : `@${username} was not suspended.`)
      return { username, state: 'restored', changed }
    },
  },
  {
    words: ['users', 'remove-second-factor'],
    usage: 'USERNAME',
    about:
      'Returns an account to a member who lost their app and recovery codes: ends two-step sign-in, sessions, API keys and secret addresses. Make sure first that it is them.',
    audit: 'own',
    async run(args, { db, print, operator, env }) {
      const { username, ended } = await db.begin(async (tx) => {
        const { username, user_id } = await findMember(tx, 'users remove-second-factor', args)
        const ended = await returnToOwner(tx, user_id, env.publicOrigin)
        if (ended) {
          const detail = endedDetail(ended)
          await recordAction(tx, { action: 'second_factor_removed', user_id, operator, detail })
        }
        return { username, ended }
      })
      print(
        ended ? `@${username} signs in with the password alone.` : `@${username} had no two-step sign-in.`,
      )
      if (ended) print(describeEnded(ended) ?? '')
      return { username, state: 'removed', changed: ended !== null, ended }
    },
  },
  {
    words: ['users', 'member-type'],
    usage: `USERNAME ${memberTypes.join('|')} [NAME]`,
    about:
      'Sets the label that groups show, or confirms it after the member changed their name, if you give the new full name. In production two operators (--by) must name an elected official.',
    audit: 'own',
    async run(args, { db, print, operator, env }) {
      const member_type = memberTypes.find((type) => type === args[1])
      if (!member_type) throw new UsageError(`The label must be one of ${memberTypes.join(', ')}.`)
      const { username, state, flagged } = await db.begin(async (tx) => {
        const match = await findMember(tx, 'users member-type', [args[0] ?? '', ...args.slice(3)])
        const member = (await lockName(tx, match.user_id)) ?? match
        checkConfirmedName(member, member_type, args[2])
        const state = await setLabel(tx, member, member_type, { operator, needsTwo: env.production })
        const isNew =
          state === 'set' &&
          member_type === 'elected_official' &&
          (!member.is_official || member.is_label_hidden)
        return { ...member, state, flagged: isNew ? await flagLookalikesOf(tx, member) : 0 }
      })
      print(
        state === 'set'
          ? `@${username} is now labeled ${member_type}.`
          : `Proposed. A second operator (--by) must confirm within ${proposalDays} days before @${username} is labeled ${member_type}.`,
      )
      if (flagged > 0) print(`${countedNoun(flagged, 'similar name')} reported. See "hurd reports list".`)
      return { username, member_type, state, flagged }
    },
  },
]

/** Makes sure that an operator who confirms a name has read it, and that the member has not changed it since. */
function checkConfirmedName(member: MemberName, member_type: MemberType, name: string | undefined): void {
  if (name === undefined && (!member.is_label_hidden || member_type === 'regular')) return
  if (name === member.full_name) return
  throw new CommandError(
    `@${member.username} is named "${member.full_name}" now. Check that name, and give it as the last argument to confirm it.`,
  )
}

/**
 * Sets a label. In production, an official is labeled only after two operators agree (docs/decisions/013). Every other
 * label, and the removal of an official's label, needs one operator.
 */
async function setLabel(
  db: Db,
  member: MemberName,
  member_type: MemberType,
  { operator, needsTwo }: { operator: string; needsTwo: boolean },
): Promise<'proposed' | 'set'> {
  const { user_id } = member
  let proposed_by: string | null = null
  if (needsTwo && member_type === 'elected_official' && !member.is_official) {
    proposed_by = (await selectProposer(db, user_id)) ?? null
    if (proposed_by === null || operatorPerson(proposed_by) === operatorPerson(operator)) {
      await saveProposal(db, user_id, operator)
      await recordAction(db, { action: 'label_proposed', user_id, operator, detail: { member_type } })
      return 'proposed'
    }
  }
  await saveMemberType(db, user_id, member_type)
  await recordAction(db, { action: 'label_set', user_id, operator, detail: { member_type, proposed_by } })
  return 'set'
}

async function findMember(db: Db, command: string, words: string[]): Promise<MemberName> {
  const [name, ...rest] = words
  const username = name?.replace(/^@/, '')
  if (!username || rest.length > 0) throw new UsageError(`${command} requires one username.`)
  const member = await selectByUsername(db, username)
  if (!member) throw new CommandError(`There is no member @${username}.`)
  return member
}
