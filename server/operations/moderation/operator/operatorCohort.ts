import { codePoints } from '#contract/kit/text.ts'
import { closeAppealsOfLifted } from '#server/operations/moderation/appeals/closeByCommand.ts'
import {
  type CodeHolder,
  selectCohort,
  suspendAndUncount,
  undoUncounted,
} from '#server/operations/moderation/codeCohort.ts'
import { type Command, CommandError, defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { countedNoun } from '#server/platform/language/english.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

const reasonMax = 500

const cohortOptions = {
  code: { value: 'CODE', about: 'The access code of the accounts.', isRequired: true },
  confirm: { about: 'Carries it out. Without it, the command only lists the accounts.' },
} as const

export const cohortCommands: Command[] = [
  {
    words: ['codes', 'members'],
    usage: 'CODE',
    about: 'Lists the accounts that registered with an access code, and which of them share a mailbox.',
    async run(args, { db, print }) {
      const [word, ...more] = args
      if (!word || more.length > 0) throw new UsageError('codes members requires one code.')
      const { code, members } = await findCohort(db, word)
      for (const member of members) print(describe(member))
      print(`${countedNoun(members.length, 'account')}: ${describeTotals(members)}.`)
      return { code, members }
    },
  },
  defineCommand({
    words: ['suspend'],
    options: {
      ...cohortOptions,
      reason: { value: 'TEXT', about: 'Why, for the audit log.', isRequired: true },
    },
    about:
      'Suspends every account of an access code and stops counting their stances, votes and likes. Changes nothing without --confirm.',
    audit: 'own',
    async run(_args, { db, print, operator }, options) {
      const reason = options.reason?.trim()
      if (!options.code) throw new UsageError('suspend requires the --code of a cohort.')
      if (!reason) throw new UsageError('suspend requires a --reason.')
      if (codePoints(reason) > reasonMax) {
        throw new UsageError(`--reason must be at most ${reasonMax} characters.`)
      }
      const { code, members } = await findCohort(db, options.code)
      // An account that is not counted changes only if its suspension has an end.
      const pending = members.filter((member) => !member.is_uncounted || member.suspended_until !== null)
      if (!options.confirm) return dryRun('suspended', code, pending, print)
      const changed: CodeHolder[] = []
      // Each account has its own transaction so that no request waits for the whole cohort. An interrupted run can be
      // repeated.
      for (const member of members) {
        const { user_id, stances, votes, likes, is_uncounted } = member
        const isChanged = await db.begin(async (tx) => {
          if (!(await suspendAndUncount(tx, user_id))) return false
          const detail: Record<string, string | number> = is_uncounted
            ? { code, reason }
            : { code, reason, stances, votes, likes }
          await recordAction(tx, { action: 'suspended', user_id, operator, detail })
          return true
        })
        if (isChanged) changed.push(member)
      }
      const totals = describeTotals(changed.filter((member) => !member.is_uncounted))
      print(`${countedNoun(changed.length, 'account')} of ${code} suspended. No longer counted: ${totals}.`)
      return { code, state: 'suspended', changed: changed.length, members: members.length }
    },
  }),
  defineCommand({
    words: ['unsuspend'],
    options: cohortOptions,
    about:
      'Undoes `suspend --code`: lifts those suspensions and counts the stances, votes and likes again. Members who are suspended for another reason stay suspended.',
    audit: 'own',
    async run(_args, { db, print, operator, env: { publicOrigin } }, options) {
      if (!options.code) throw new UsageError('unsuspend requires the --code of a cohort.')
      const { code, members } = await findCohort(db, options.code)
      const uncounted = members.filter((member) => member.is_uncounted && member.is_code_suspended)
      if (!options.confirm) return dryRun('restored', code, uncounted, print)
      let [changed, still_suspended] = [0, 0]
      for (const { user_id } of uncounted) {
        const outcome = await db.begin((tx) => restoreOne(tx, user_id, { code, operator, publicOrigin }))
        if (outcome !== 'unchanged') changed++
        if (outcome === 'still_suspended') still_suspended++
      }
      print(`${countedNoun(changed, 'account')} of ${code} restored, with their stances, votes and likes.`)
      if (still_suspended > 0) print(`Suspended for another reason, and therefore still: ${still_suspended}.`)
      return { code, state: 'restored', changed, still_suspended, members: members.length }
    },
  }),
]

async function restoreOne(
  db: Db,
  user_id: string,
  { code, operator, publicOrigin }: { code: string; operator: string; publicOrigin: string },
) {
  const outcome = await undoUncounted(db, user_id, code)
  if (outcome === 'unchanged') return outcome
  const detail = { code, still_suspended: outcome === 'still_suspended' }
  await recordAction(db, { action: 'suspension_lifted', user_id, operator, detail })
  if (outcome === 'lifted') {
    await closeAppealsOfLifted(db, user_id, { operator, publicOrigin })
  }
  return outcome
}

function dryRun(
  state: 'suspended' | 'restored',
  code: string,
  members: CodeHolder[],
  print: (line: string) => void,
) {
  for (const member of members) print(describe(member))
  // A suspension subtracts only what is counted.
  const totals = describeTotals(members.filter((member) => member.is_uncounted === (state === 'restored')))
  print(
    `${countedNoun(members.length, 'account')} of ${code} would be ${state} (${totals}). Nothing was changed: add --confirm.`,
  )
  return { code, state: 'dry run', changed: 0, members: members.length }
}

async function findCohort(db: Pool, word: string): Promise<{ code: string; members: CodeHolder[] }> {
  const code = word.trim().toUpperCase()
  const [row] = await db`select from access_codes where code = ${code}`
  if (!row) throw new CommandError(`There is no code ${code}.`)
  return { code, members: await selectCohort(db, code) }
}

function describe(member: CodeHolder): string {
  return [
    `@${member.username}`,
    member.account_status,
    `joined ${member.created_at.slice(0, 16).replace('T', ' ')}`,
    member.email_verified ? 'email verified' : 'email not verified',
    describeTotals([member]),
    member.is_uncounted && 'not counted',
    member.same_mailbox_as && `same mailbox as @${member.same_mailbox_as}`,
  ]
    .filter(Boolean)
    .join('  ')
}

function describeTotals(members: CodeHolder[]): string {
  const sum = (noun: 'stance' | 'vote' | 'like') =>
    countedNoun(
      members.reduce((total, member) => total + member[`${noun}s`], 0),
      noun,
    )
  return [sum('stance'), sum('vote'), sum('like')].join(', ')
}
