/** A mail that is this worker's to send. */
export type ClaimedEmail = {
  mail_id: string
  to_address: string
  subject: string
  text: string
  /** Null: plain text only. */
  html: string | null
  /** A member's name before the service's own address, and where the answer goes: for a letter of theirs. */
  from_name: string | null
  reply_to: string | null
  created_at: string
  attempts: number
}

/**
 * Why a mail was not taken: `unreached` before the server said a word, `refused` for good, `later` for all the rest.
 * `trouble` is in our words, for a server's may quote the address.
 */
export type Failure = { kind: 'unreached' | 'refused' | 'later'; trouble: string }

export type Mailer = {
  /** Null when the mail server has taken it. Never throws. */
  send: (mail: ClaimedEmail) => Promise<Failure | null>
  answers: () => Promise<boolean>
  close: (how: { force: boolean }) => void
}

/** Stages of one try, in milliseconds; the whole of it stays within the lease (deliverQueue.ts). */
const limits = { connect: 10_000, greeting: 10_000, silence: 20_000, whole: 60_000 }

// One recipient, and nothing that a parser could take for two or for a comment.
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}\u2028\u2029]+@[^\s@<>()[\]\\,;:"\p{Cc}\u2028\u2029]+$/u

/** The mail server behind `url` (smtp:// or smtps://). Loads nodemailer, which is why nothing does so before. */
export async function openMailer(
  url: string,
  from: string,
  stages: Partial<typeof limits> = {},
): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const { connect, greeting, silence, whole } = { ...limits, ...stages }
  const { hostname, username } = new URL(url)
  const sender = /<(.+)>$/.exec(from)?.[1] ?? from
  const transport = createTransport({
    url,
    pool: true,
    maxRequeues: 1,
    connectionTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: silence,
    dnsTimeout: connect,
    // A password does not travel in the open, except on this machine.
    requireTLS: username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Every failure also comes back from sendMail; without a listener this event would end the process.
  transport.on('error', () => undefined)

  async function send(mail: ClaimedEmail): Promise<Failure | null> {
    const addresses = [mail.to_address, mail.reply_to ?? mail.to_address]
    if (!addresses.every((one) => plainAddress.test(one))) {
      return { kind: 'refused', trouble: 'not a plain address' }
    }
    const recipient = { name: '', address: mail.to_address }
    const isLetter = mail.reply_to !== null
    try {
      await transport.sendMail({
        from: mail.from_name ? { name: mail.from_name, address: sender } : from,
        ...(mail.reply_to ? { replyTo: { name: '', address: mail.reply_to } } : {}),
        to: recipient,
        envelope: { from: sender, to: recipient },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        // The same at every try, so that a mail that arrived twice can be told.
        messageId: `<${mail.mail_id}@${sender.split('@').at(-1) ?? ''}>`,
        date: new Date(mail.created_at),
        // A person wrote it, so an office's own answering machine may answer.
        headers: isLetter ? {} : { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        signal: AbortSignal.timeout(whole),
      })
      return null
    } catch (error) {
      return describe(error)
    }
  }

  return {
    send,
    async answers() {
      return transport.verify().then(
        () => true,
        () => false,
      )
    },
    close: (how) => transport.close(how),
  }
}

function describe(error: unknown): Failure {
  const { code, command, responseCode, syscall, timeoutType } = factsOf(error)
  if (typeof responseCode === 'number') {
    const stage = typeof command === 'string' ? command : 'SMTP'
    // About this mail or its recipient; a refused sender or sign-in is for the operator to mend.
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
    return {
      kind: isFinal ? 'refused' : 'later',
      trouble: `the mail server answered ${responseCode} to ${stage}`,
    }
  }
  const isUnreached =
    syscall === 'connect' ||
    code === 'EDNS' ||
    timeoutType === 'CONNECTION_TIMEOUT' ||
    timeoutType === 'GREETING_TIMEOUT'
  if (isUnreached) return { kind: 'unreached', trouble: `the mail server was not reached (${String(code)})` }
  const why = typeof code === 'string' ? ` (${code})` : ''
  return { kind: 'later', trouble: `the conversation with the mail server broke off${why}` }
}

function factsOf(error: unknown): Record<string, unknown> {
  return error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
}
