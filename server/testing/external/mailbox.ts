import type { TestServer } from '#server/testing/testServer.ts'

export type Mail = { purpose: string; subject: string; text: string; html: string; state: string }

/** Returns the emails to an address in the queue, newest first. */
export function mailsTo(app: TestServer, email: string): Promise<Mail[]> {
  return app.pool<Mail[]>`
    select purpose, subject, text, html, state from emails where to_address = ${email} order by created_at desc`
}

/**
 * Returns the token of the link in the newest email to an address. With `purpose`, only emails of this purpose count.
 */
export async function tokenTo(app: TestServer, email: string, purpose?: string): Promise<string> {
  const mail = (await mailsTo(app, email)).find((email) => purpose === undefined || email.purpose === purpose)
  const [, token] = /\?token=(\S+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No link was mailed to ${email}`)
  return token
}
