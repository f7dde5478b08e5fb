/** An email that this worker has claimed and must send. */
export type ClaimedEmail = {
  email_id: string
  user_id: string | null
  purpose: string
  to_address: string
  subject: string
  text: string
  /** Null if the email is plain text only. */
  html: string | null
  /**
   * The name of the member, for a message to a representative. It is shown with Hurd's address. `reply_to` is where
   * replies go.
   */
  from_name: string | null
  reply_to: string | null
  /** The URL at which mail programs end such emails with one click. Only alerts and the weekly email of administrators have one. */
  unsubscribe_url: string | null
  created_at: string
  attempts: number
}

/**
 * The reason why the mail server did not accept an email: `unreachable` if there was no connection, `refused` if it
 * will never be accepted, `temporary` otherwise. `reason` never quotes the server, because its reply may contain the
 * address.
 */
export type Failure = { kind: 'unreachable' | 'refused' | 'temporary'; reason: string }

export type Mailer = {
  /** Returns null if the mail server accepted the email. Never throws. */
  send: (email: ClaimedEmail) => Promise<Failure | null>
  isReachable: () => Promise<boolean>
  close: (how: { force: boolean }) => void
}

/** The timeouts of one attempt in milliseconds. `whole` must stay below the lease (deliverQueue.ts). */
const limits = { connect: 10_000, greeting: 10_000, silence: 20_000, whole: 60_000 }

// Matches exactly one recipient, without anything that a mail parser could read as a second address or as a comment.
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}\u2028\u2029]+@[^\s@<>()[\]\\,;:"\p{Cc}\u2028\u2029]+$/u

/**
 * Opens a client for the mail server at `url` (smtp:// or smtps://). Nodemailer is loaded on demand to keep the start
 * fast.
 */
export async function openMailer(
  url: string,
  from: string,
  stages: Partial<typeof limits> = {},
): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const { connect, greeting, silence, whole } = { ...limits, ...stages }
  const { hostname, username } = new URL(url)
  const sender = /<(.+)>$/.exec(from)?.[1] ?? from
  const domain = sender.split('@').at(-1) ?? ''
  const transport = createTransport({
    url,
    pool: true,
    maxRequeues: 1,
    connectionTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: silence,
    dnsTimeout: connect,
    // A password must never be sent in plain text, except on this machine.
    requireTLS: username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The promise of `sendMail` rejects with the same failures. Without a listener, this event would end the process.
  transport.on('error', () => undefined)

  async function send(email: ClaimedEmail): Promise<Failure | null> {
    const addresses = [email.to_address, email.reply_to ?? email.to_address]
    if (!addresses.every((address) => plainAddress.test(address))) {
      return { kind: 'refused', reason: 'not a valid address' }
    }
    const recipient = { name: '', address: email.to_address }
    const isFromMember = email.reply_to !== null
    try {
      await transport.sendMail({
        from: email.from_name ? { name: email.from_name, address: sender } : from,
        ...(email.reply_to ? { replyTo: { name: '', address: email.reply_to } } : {}),
        to: recipient,
        envelope: { from: sender, to: recipient },
        subject: email.subject,
        text: email.text,
        ...(email.html === null ? {} : { html: email.html }),
        // The id is the same for every attempt so that mail programs can recognize a duplicate.
        messageId: `<${email.email_id}@${domain}>`,
        date: new Date(email.created_at),
        // Without this header, automatic replies would come back to Hurd. Automatic replies of an office to a member
        // are allowed.
        headers: isFromMember
          ? {}
          : { 'Auto-Submitted': 'auto-generated', ...listHeaders(email.unsubscribe_url, domain) },
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
    async isReachable() {
      return transport.verify().then(
        () => true,
        () => false,
      )
    },
    close: (how) => transport.close(how),
  }
}

/**
 * Returns the headers of RFC 8058. With them, mail programs show an "Unsubscribe" button, which posts to this URL. The
 * mail server must sign both headers (docs/operating.md).
 */
function listHeaders(unsubscribe_url: string | null, domain: string): Record<string, string> {
  if (unsubscribe_url === null) return {}
  return {
    'List-Id': `Hurd alerts <alerts.${domain}>`,
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  }
}

function describe(error: unknown): Failure {
  const { code, command, responseCode, syscall, timeoutType } = errorFields(error)
  if (typeof responseCode === 'number') {
    const stage = typeof command === 'string' ? command : 'SMTP'
    // Only replies to these two commands are about this email or its recipient. If the sender or the sign-in is
    // rejected, the operator has to fix it.
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
    return {
      kind: isFinal ? 'refused' : 'temporary',
      reason: `the mail server replied ${responseCode} to ${stage}`,
    }
  }
  const isUnreachable =
    syscall === 'connect' ||
    code === 'EDNS' ||
    timeoutType === 'CONNECT_TIMEOUT' ||
    timeoutType === 'GREETING_TIMEOUT'
  if (isUnreachable) {
    return { kind: 'unreachable', reason: `could not connect to the mail server (${String(code)})` }
  }
  const suffix = typeof code === 'string' ? ` (${code})` : ''
  return { kind: 'temporary', reason: `the connection to the mail server was lost${suffix}` }
}

function errorFields(error: unknown): Record<string, unknown> {
  return error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
}
