import type { AccessCode } from '#contract/administration/codes.ts'
import {
  type Command,
  CommandError,
  defineCommand,
  type OptionValues,
  UsageError,
} from '#server/platform/cli/command.ts'
import { readCount, readTime } from '#server/platform/cli/commandWords.ts'
import { insertCode, issueCodes, revokeCode, selectCodes } from './codes.ts'

const codeShape = /^[A-Z0-9-]{6,20}$/
const maxCount = 10_000
const maxUses = 1_000_000_000

const issueOptions = {
  count: { value: 'N', about: 'How many codes. Defaults to 1.' },
  'max-uses': { value: 'N', about: 'How many members can register with each code. Defaults to 1.' },
  expires: { value: 'DATE', about: 'The day on which the codes expire. By default they do not.' },
  note: { value: 'TEXT', about: 'A note that the list of codes shows.' },
  code: { value: 'VALUE', about: 'A code that you choose, instead of a random one.' },
}

export const commands: Command[] = [
  defineCommand({
    words: ['codes', 'issue'],
    options: issueOptions,
    about: 'Prints new access codes.',
    async run(_args, { db, print }, options) {
      const { chosenCode, count, terms } = readIssueOptions(options)
      const codes = chosenCode ? await insertCode(db, chosenCode, terms) : await issueCodes(db, count, terms)
      if (codes.length === 0) throw new CommandError(`The code ${chosenCode} already exists.`)
      for (const { code } of codes) print(code)
      return { codes }
    },
  }),
  {
    words: ['codes', 'list'],
    about: 'Lists access codes with their uses, limit, expiration date and state.',
    async run(_args, { db, print }) {
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

function readIssueOptions(values: OptionValues<typeof issueOptions>) {
  const chosenCode = values.code?.trim().toUpperCase()
  if (chosenCode !== undefined && !codeShape.test(chosenCode)) {
    throw new UsageError('--code must be 6 to 20 letters, digits or hyphens.')
  }
  const count = readCount('--count', values.count ?? '1', maxCount)
  if (chosenCode !== undefined && count > 1) {
    throw new UsageError('--code names one code, so --count must be 1.')
  }
  return {
    chosenCode,
    count,
    terms: {
      max_uses: readCount('--max-uses', values['max-uses'] ?? '1', maxUses),
      expires_at: values.expires === undefined ? null : readTime('--expires', values.expires),
      note: values.note ?? '',
    },
  }
}

function describeCode({ code, uses, max_uses, expires_at, state, note }: AccessCode): string {
  const expiry = expires_at ? `expires ${expires_at.slice(0, 10)}` : 'does not expire'
  return [code, `${uses}/${max_uses} used`, expiry, state, note].filter(Boolean).join('  ')
}
