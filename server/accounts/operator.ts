import { randomInt } from 'node:crypto'
import { type Command, CommandError, UsageError } from '../cli/command.ts'
import { readCount, readOptions, readTime } from '../cli/commandWords.ts'
import { insertCode, revokeCode, selectCodes, type AccessCode } from './queries.ts'

// Without 0, O, 1, I and L, which people misread.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeShape = /^[A-Z0-9-]{6,20}$/
const mostAtOnce = 10_000

export const commands: Command[] = [
  {
    words: ['codes', 'issue'],
    usage: '[--count N] [--max-uses N] [--expires DATE] [--note TEXT] [--code VALUE]',
    about: 'Prints new access codes.',
    async run(args, { db, print }) {
      const asked = readIssue(args)
      const codes: AccessCode[] = []
      while (codes.length < asked.count) {
        const code = asked.code ?? newCode()
        const made = await insertCode(db, { ...asked.terms, code })
        if (made) codes.push(made)
        else if (asked.code) throw new CommandError(`The code ${asked.code} already exists.`)
      }
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
      for (const one of codes) print(describeCode(one))
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

function readIssue(args: string[]) {
  const { values } = parseIssue(args)
  const code = values.code?.trim().toUpperCase()
  if (code !== undefined && !codeShape.test(code)) {
    throw new UsageError('--code must be 6 to 20 letters, digits or hyphens.')
  }
  const count = readCount('--count', values.count ?? '1', mostAtOnce)
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

function parseIssue(args: string[]) {
  const option = { type: 'string' } as const
  const options = { count: option, 'max-uses': option, expires: option, note: option, code: option }
  return readOptions({ args, options })
}

/** Three groups of four, e.g. K7QM-2XWD-9PTA: about 59 bits, far more than ten wrong tries an hour can find. */
function newCode(): string {
  return [newGroup(), newGroup(), newGroup()].join('-')
}

function newGroup(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function describeCode(one: AccessCode): string {
  const expiry = one.expires_at ? `expires ${one.expires_at.slice(0, 10)}` : 'does not expire'
  return [one.code, `${one.uses}/${one.max_uses} used`, expiry, one.state, one.note]
    .filter(Boolean)
    .join('  ')
}
