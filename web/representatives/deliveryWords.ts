import type { Contact, Representative } from '../../contract/representatives.ts'

/** What will become of a letter, said before it is sent (R65). */
export const howItGoes: Readonly<Record<Representative['delivery'], string>> = {
  email:
    'We email your message to the office from Hurd’s own address, with your name. Their answer goes to your email address.',
  contact_form:
    'This office takes messages through its own form. We keep your message and lead you to the form.',
  recorded: 'We keep your message and show you how to reach the office.',
}

/** What became of a letter, and never that more happened than did. */
export function whatBecame({ delivery, mail_state }: Pick<Contact, 'delivery' | 'mail_state'>): string {
  if (delivery === 'contact_form') {
    return 'We kept your message. To reach the office, copy it into the official form.'
  }
  if (delivery === 'recorded') {
    return 'We kept your message. It was not sent for you: please reach the office yourself.'
  }
  if (mail_state === 'sent') {
    return 'Your message was emailed to the office. Any answer goes to your email address.'
  }
  return mail_state === 'dead'
    ? 'We kept your message, but the office’s mail server did not take it: please reach the office yourself.'
    : 'We are emailing your message to the office. Any answer goes to your email address.'
}

/** The same in a word or two, for a list. */
export function inShort({ delivery, mail_state }: Pick<Contact, 'delivery' | 'mail_state'>): string {
  if (delivery === 'contact_form') return 'Prepared for the official form'
  if (delivery === 'recorded') return 'Kept on Hurd'
  if (mail_state === 'sent') return 'Emailed'
  return mail_state === 'dead' ? 'Email not taken' : 'Being emailed'
}
