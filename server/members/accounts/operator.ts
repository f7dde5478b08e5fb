import type { AccessCode } from '#contract/administration/codes.ts'
import { type Command, CommandError, UsageError } from '#server/platform/cli/command.ts'
import { readCount, readOptions, readTime } from '#server/platform/cli/commandWords.ts'
import { insertCode, issueCodes, revokeCode, selectCodes } from './codes.ts'

const codeShape = /^[A-Z0-9-]{6,20}$/
const maxCount = 10_000

export const commands: Command[] = [
  {
    words: ['codes', 'issue'],
    usage: '[--count N] [--max-uses N] [--expires DATE] [--note TEXT] [--code VALUE]',
    about: 'Prints new access codes.',
    async run(args, { db, print }) {
      const { code: chosenCode, count, terms } = readIssueOptions(args)
      const codes = chosenCode ? await insertCode(db, chosenCode, terms) : await issueCodes(db, count, terms)
      if (codes.length === 0) throw new CommandError(`The code ${chosenCode} already exists.`)
      for (const { code } of codes) print(code)
      return { codes }
    },
  },
  {
    words: ['codes', 'list'],
    usage: '',
    about: 'Lists access codes with their uses, limit, expiration date and state.',
    async run(args, { db, print }) {
      if (args.length > 0) throw new UsageError('codes list takes no arguments.')
      const codes = await selectCodes(db)
      for (const code of codes) print(describeCode(code))
      if (codes.length === 0) print('No access codes yet. Create one with "hurd codes issue".')
      return { codes }
    },
  },
  {
    words: ['codes', 'revoke'],
    usage: 'CODE',
    about: 'Revokes an access code so that it can no longer be used.',
    async run(args, { db, print }) {
      const [code, ...rest] = args.map((word) => word.trim().toUpperCase())
      if (!code || rest.length > 0) throw new UsageError('codes revoke requires one code.')
      if (!(await revokeCode(db, code))) throw new CommandError(`There is no code ${code}.`)
      print(`${code} is revoked.`)
      return { code, state: 'revoked' }
    },
  },
]

function readIssueOptions(args: string[]) {
  const option = { type: 'string' } as const
  const options = { count: option, 'max-uses': option, expires: option, note: option, code: option }
  const { values } = readOptions({ args, options })
  const code = values.code?.trim().toUpperCase()
  if (code !== undefined && !codeShape.test(code)) {
    throw new UsageError('--code must be 6 to 20 letters, digits or hyphens.')
  }
  const count = readCount('--count', values.count ?? '1', maxCount)
  if (code !== undefined && count > 1) throw new UsageError('--code names one code, so --count must be 1.')
  return {
    code,
    count,
    terms: {
      max_uses: readCount('--max-uses', values['max-uses'] ?? '1', 1_000_000_000),
      expires_at: values.expires === undefined ? null : readTime('--expires', values.expires),
      note: values.note ?? '',
    },
  }
}

function describeCode({ code, uses, max_uses, expires_at, state, note }: AccessCode): string {
  const expiry = expires_at ? `expires ${expires_at.slice(0, 10)}` : 'does not expire'
  return [code, `${uses}/${max_uses} used`, expiry, state, note].filter(Boolean).join('  ')
}
