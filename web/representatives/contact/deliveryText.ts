import type { Contact, Representative } from '../../../contract/representatives/representatives.ts'
import { site } from '../../kit/site.ts'

/** Explains before a message is sent how it will be delivered. */
export const deliveryExplanations: Readonly<Record<Representative['delivery'], string>> = {
  email: `We email your message to the office from ${site.name}’s own address, with your name. Their reply goes to your email address.`,
  contact_form: "This office only accepts messages through its website. We'll save yours and take you there.",
  recorded: "We'll save your message and show you how to reach the office.",
}

/** Says how a message was delivered. It must never claim that more happened than the server knows. */
export function deliveryResult({ delivery, mail_state }: Pick<Contact, 'delivery' | 'mail_state'>): string {
  if (delivery === 'contact_form') {
    return 'We saved your message. To reach the office, copy it into the official form.'
  }
  if (delivery === 'recorded') {
    return 'We saved your message. It was not sent for you, so please contact the office yourself.'
  }
  if (mail_state === 'sent') {
    return 'Your message was emailed to the office. Any reply goes to your email address.'
  }
  return mail_state === 'dead'
    ? "We saved your message, but the office's mail server rejected it. Please contact the office yourself."
    : 'We are emailing your message to the office. Any reply goes to your email address.'
}

/** Says in a few words how a message was delivered, for a list of messages. */
export function deliveryLabel({ delivery, mail_state }: Pick<Contact, 'delivery' | 'mail_state'>): string {
  if (delivery === 'contact_form') return 'Prepared for the official form'
  if (delivery === 'recorded') return `Saved on ${site.name}`
  if (mail_state === 'sent') return 'Emailed'
  return mail_state === 'dead' ? 'Email rejected' : 'Being emailed'
}
