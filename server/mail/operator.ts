import { parseArgs } from 'node:util'
import { type Command, CommandError, UsageError } from '../kit/command.ts'
import { selectMail, selectMails } from './outbox.ts'

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostListed = 100_000

export const commands: Command[] = [
  {
    words: ['mail', 'list'],
    usage: '[--to EMAIL] [--limit N]',
    about: 'Lists the mails of the outbox, the newest first (1000 unless told).',
    async run(args, { db, print }) {
      const mails = await selectMails(db, readList(args))
      for (const { id, created_at, state, to, subject } of mails) {
        print(`${id}  ${created_at.slice(0, 16).replace('T', ' ')}  ${state.padEnd(7)}  ${to}  ${subject}`)
      }
      if (mails.length === 0) print('No mails.')
      return { mails }
    },
  },
  {
    words: ['mail', 'show'],
    usage: 'ID',
    about: 'Prints one mail of the outbox, with its link.',
    async run(args, { db, print }) {
      const [id = '', ...rest] = args
      if (id === '' || rest.length > 0) throw new UsageError('mail show takes one id, from "hurd mail list".')
      const mail = uuidShape.test(id) ? await selectMail(db, id) : undefined
      if (!mail) throw new CommandError(`There is no mail ${id}.`)
      for (const line of [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Written: ${mail.created_at}`]) {
        print(line)
      }
      print(`State: ${mail.state}\n\n${mail.text}`)
      return { mail }
    },
  },
]

function readList(args: string[]) {
  const { to, limit = '1000' } = parseList(args)
  if (!/^\d{1,6}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostListed) {
    throw new UsageError(`--limit must be a whole number from 1 to ${mostListed}.`)
  }
  return { to: to?.trim().toLowerCase() ?? null, limit: Number(limit) }
}

function parseList(args: string[]) {
  try {
    const options = { to: { type: 'string' }, limit: { type: 'string' } } as const
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'mail list was called wrongly.')
  }
}
