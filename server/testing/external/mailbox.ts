import type { World } from '../world.ts'

export type Mail = { purpose: string; subject: string; text: string; html: string; state: string }

/** What the outbox holds for an address, the newest first. */
export function mailsTo(world: World, email: string): Promise<Mail[]> {
  return world.pool<Mail[]>`
    select purpose, subject, text, html, state from emails where to_address = ${email} order by created_at desc`
}

/** The token of the link in the newest mail to an address; `purpose` when others were sent there as well. */
export async function tokenTo(world: World, email: string, purpose?: string): Promise<string> {
  const mail = (await mailsTo(world, email)).find((one) => purpose === undefined || one.purpose === purpose)
  const [, token] = /\?token=(\S+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No link was mailed to ${email}`)
  return token
}
