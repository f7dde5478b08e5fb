import {
  type CohortMember,
  selectCohort,
  suspendAndUncount,
  undoUncounted,
} from '#server/operations/moderation/cohort.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { readOptions } from '#server/platform/cli/commandWords.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

const reasonMax = 500

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
      print(`${members.length} accounts: ${describeTotals(members)}.`)
      return { code, members }
    },
  },
  {
    words: ['suspend'],
    usage: '--code CODE --reason TEXT [--confirm]',
    about:
      'Suspends every account of an access code and stops counting their stances, votes and likes. Changes nothing without --confirm.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const { code: word, reason, confirm } = readCohort('suspend', args)
      if (!reason) throw new UsageError('suspend requires a --reason.')
      const { code, members } = await findCohort(db, word)
      if (!confirm) return dryRun('suspended', code, members, print)
      let changed = 0
      // Each account has its own transaction, so that no request waits for the whole cohort. An interrupted run can be
      // repeated.
      for (const { user_id, stances, votes, likes } of members) {
        changed += await db.begin(async (tx) => {
          if (!(await suspendAndUncount(tx, user_id))) return 0
          const detail = { code, reason, stances, votes, likes }
          await recordAction(tx, { action: 'suspended', user_id, operator, detail })
          return 1
        })
      }
      print(
        `${changed} accounts of ${code} are suspended now. No longer counted: ${describeTotals(members)}.`,
      )
      return { code, state: 'suspended', changed, members: members.length }
    },
  },
  {
    words: ['unsuspend'],
    usage: '--code CODE [--confirm]',
    about:
      'Undoes `suspend --code`: lifts those suspensions and counts the stances, votes and likes again. Members who had been suspended before stay suspended.',
    audit: 'own',
    async run(args, { db, print, operator }) {
      const { code: word, confirm } = readCohort('unsuspend', args)
      const { code, members } = await findCohort(db, word)
      const uncounted = members.filter((member) => member.is_uncounted)
      if (!confirm) return dryRun('restored', code, uncounted, print)
      let changed = 0
      for (const { user_id } of uncounted) {
        changed += await db.begin(async (tx) => {
          const outcome = await undoUncounted(tx, user_id)
          if (outcome === 'unchanged') return 0
          const detail = { code, still_suspended: outcome === 'still_suspended' }
          await recordAction(tx, { action: 'suspension_lifted', user_id, operator, detail })
          return 1
        })
      }
      print(`${changed} accounts of ${code} are restored, with their stances, votes and likes.`)
      return { code, state: 'restored', changed, members: members.length }
    },
  },
]

function dryRun(state: string, code: string, members: CohortMember[], print: (line: string) => void) {
  for (const member of members) print(describe(member))
  print(
    `${members.length} accounts of ${code} would be ${state} (${describeTotals(members)}). Nothing was changed: add --confirm.`,
  )
  return { code, state: 'dry run', changed: 0, members: members.length }
}

async function findCohort(db: Pool, word: string): Promise<{ code: string; members: CohortMember[] }> {
  const code = word.trim().toUpperCase()
  const [known] = await db`select from access_codes where code = ${code}`
  if (!known) throw new CommandError(`There is no code ${code}.`)
  return { code, members: await selectCohort(db, code) }
}

function readCohort(command: string, args: string[]) {
  const options = {
    code: { type: 'string' },
    reason: { type: 'string' },
    confirm: { type: 'boolean' },
  } as const
  const { values } = readOptions({ args, options })
  if (!values.code) throw new UsageError(`${command} requires the --code of a cohort.`)
  const reason = values.reason?.trim() ?? ''
  if (reason.length > reasonMax) throw new UsageError(`--reason must be at most ${reasonMax} characters.`)
  return { code: values.code, reason, confirm: values.confirm ?? false }
}

function describe(member: CohortMember): string {
  return [
    `@${member.username}`,
    member.account_status,
    `joined ${member.created_at.slice(0, 16).replace('T', ' ')}`,
    member.email_verified ? 'email verified' : 'email not verified',
    `${member.stances} stances, ${member.votes} votes, ${member.likes} likes`,
    member.same_mailbox_as && `same mailbox as @${member.same_mailbox_as}`,
  ]
    .filter(Boolean)
    .join('  ')
}

function describeTotals(members: CohortMember[]): string {
  const sum = (what: 'stances' | 'votes' | 'likes') =>
    members.reduce((total, member) => total + member[what], 0)
  return `${sum('stances')} stances, ${sum('votes')} votes, ${sum('likes')} likes`
}
