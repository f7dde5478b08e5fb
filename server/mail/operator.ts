import { type Command, CommandError, UsageError } from '../cli/command.ts'
import { isUuid, readCount, readOptions } from '../cli/commandWords.ts'
import { retryEmail } from './deliverQueue.ts'
import { selectEmail, selectEmails } from './outbox.ts'

const mostListed = 100_000
const erased = '(Its text was erased: it was sent, or can no longer be.)'

export const commands: Command[] = [
  {
    words: ['mail', 'list'],
    usage: '[--to EMAIL] [--limit N]',
    about: 'Lists the mails of the outbox, the newest first (1000 unless told).',
    async run(args, { db, print }) {
      const mails = await selectEmails(db, readList(args))
      for (const { id, created_at, state, attempts, to, subject } of mails) {
        const written = created_at.slice(0, 16).replace('T', ' ')
        const tries = attempts === 1 ? '1 try  ' : `${attempts} tries`
        print(`${id}  ${written}  ${state.padEnd(7)}  ${tries}  ${to}  ${subject}`)
      }
      if (mails.length === 0) print('No mails.')
      return { mails }
    },
  },
  {
    words: ['mail', 'show'],
    usage: 'ID',
    about: 'Prints one mail of the outbox, with its link as long as it waits.',
    async run(args, { db, print }) {
      const id = readId('show', args)
      const mail = await selectEmail(db, id)
      if (!mail) throw new CommandError(`There is no mail ${id}.`)
      for (const line of [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Written: ${mail.created_at}`]) {
        print(line)
      }
      const trouble = mail.trouble === null ? '' : `, ${mail.trouble}`
      print(`State: ${mail.state}, tries: ${mail.attempts}${trouble}\n\n${mail.text ?? erased}`)
      return { mail }
    },
  },
  {
    words: ['mail', 'retry'],
    usage: 'ID',
    about: 'Makes a mail due that waits, or a letter that is dead, with all its tries again.',
    async run(args, { db, print }) {
      const id = readId('retry', args)
      const found = await db.begin((tx) => retryEmail(tx, id))
      if (found === null) throw new CommandError(`There is no mail ${id}.`)
      if (found === 'sent') throw new CommandError(`The mail ${id} has been sent.`)
      if (found === 'stale') {
        throw new CommandError(`The link in the mail ${id} has expired. Request a new one.`)
      }
      if (found === 'erased') {
        throw new CommandError(`The text of the mail ${id} was erased when it failed. Request a new one.`)
      }
      print('Due now.')
      return { id, state: 'pending' }
    },
  },
]

function readId(command: string, args: string[]): string {
  const [id = '', ...rest] = args
  if (id === '' || rest.length > 0) {
    throw new UsageError(`mail ${command} takes one id, from "hurd mail list".`)
  }
  if (!isUuid(id)) throw new CommandError(`There is no mail ${id}.`)
  return id
}

function readList(args: string[]) {
  const options = { to: { type: 'string' }, limit: { type: 'string', default: '1000' } } as const
  const { to, limit } = readOptions({ args, options }).values
  return { to: to?.trim().toLowerCase() ?? null, limit: readCount('--limit', limit, mostListed) }
}
