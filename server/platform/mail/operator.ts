import { type Command, CommandError, defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { readCount } from '#server/platform/cli/commandWords.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { retryEmail } from './deliverQueue.ts'
import { selectEmail, selectEmails } from './outbox.ts'

const mostListed = 100_000
const erased = '(The text was erased because the email was sent or can no longer be sent.)'

export const commands: Command[] = [
  defineCommand({
    words: ['mail', 'list'],
    options: {
      to: { value: 'EMAIL', about: 'Lists only emails to this address.' },
      limit: { value: 'N', about: 'How many emails. Defaults to 1000.' },
    },
    about: 'Lists the emails in the outbox, newest first.',
    async run(_args, { db, print }, { to, limit = '1000' }) {
      const mails = await selectEmails(db, {
        to: to?.trim().toLowerCase() ?? null,
        limit: readCount('--limit', limit, mostListed),
      })
      for (const { id, created_at, state, attempts, to, subject } of mails) {
        const createdAt = created_at.slice(0, 16).replace('T', ' ')
        const attemptCount = attempts === 1 ? '1 attempt ' : `${attempts} attempts`
        print(`${id}  ${createdAt}  ${state.padEnd(7)}  ${attemptCount}  ${to}  ${subject}`)
      }
      if (mails.length === 0) print('No emails.')
      return { mails }
    },
  }),
  {
    words: ['mail', 'show'],
    usage: 'ID',
    about: 'Prints an email from the outbox, including its link until it is sent.',
    async run(args, { db, print }) {
      const id = readId('show', args)
      const mail = await selectEmail(db, id)
      if (!mail) throw new CommandError(`There is no email ${id}.`)
      for (const line of [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Written: ${mail.created_at}`]) {
        print(line)
      }
      const error = mail.last_error === null ? '' : `, ${mail.last_error}`
      print(`State: ${mail.state}, attempts: ${mail.attempts}${error}\n\n${mail.text ?? erased}`)
      return { mail }
    },
  },
  {
    words: ['mail', 'retry'],
    usage: 'ID',
    about: 'Sends a pending email now, or tries a failed message to a representative again.',
    async run(args, { db, print }) {
      const id = readId('retry', args)
      const result = await db.begin((tx) => retryEmail(tx, id))
      if (result === null) throw new CommandError(`There is no email ${id}.`)
      if (result === 'sent') throw new CommandError(`The email ${id} was already sent.`)
      if (result === 'expired') {
        throw new CommandError(`The link in the email ${id} has expired. Request a new one.`)
      }
      if (result === 'erased') {
        throw new CommandError(`The text of the email ${id} was erased when it failed. Request a new one.`)
      }
      print('Queued for delivery now.')
      return { id, state: 'pending' }
    },
  },
]

function readId(command: string, args: string[]): string {
  const [id = '', ...rest] = args
  if (id === '' || rest.length > 0) {
    throw new UsageError(`mail ${command} requires one id from "hurd mail list".`)
  }
  if (!isUuid(id)) throw new CommandError(`There is no email ${id}.`)
  return id
}
