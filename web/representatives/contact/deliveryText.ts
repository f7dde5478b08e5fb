import { t } from '#contract/kit/translate.ts'
import type { Contact, Representative } from '#contract/representatives.ts'
import { site } from '#web/kit/site.ts'

/** Explains before a message is sent how it will be delivered. */
export const deliveryExplanations: Readonly<Record<Representative['delivery'], string>> = {
  email: t(
    'We email your message to the office from {site}’s own address, with your name. Their reply goes to your email address.',
    { site: site.name },
  ),
  contact_form: t(
    'This office only accepts messages through its website. We save yours, copy it and open their form, where you send it.',
  ),
  recorded: t("We'll save your message and show you how to reach the office."),
}

/** The label of the button that sends the message, or does what comes before the member sends it. */
export const deliveryActions: Readonly<Record<Representative['delivery'], string>> = {
  email: t('Send message'),
  contact_form: t('Copy and open their form'),
  recorded: t('Save message'),
}

type SentMessage = Pick<Contact, 'delivery' | 'mail_state' | 'timeline'>

/** True if the message was sent: the mail server accepted it, or the sender says they used the office's form. */
export function wasSent({ delivery, mail_state, timeline }: SentMessage): boolean {
  if (delivery === 'email') {
    return mail_state === 'sent'
  }
  return timeline.some(({ event_type }) => event_type === 'sent')
}

/** The heading of the message's state. It says that the representative was contacted only if the message was sent. */
export function deliveryTitle(sent: SentMessage): string {
  if (wasSent(sent)) {
    return t('Representative Contacted')
  }
  if (sent.delivery === 'contact_form') {
    return t('One step left: paste it into their form')
  }
  if (sent.delivery === 'email' && sent.mail_state !== 'dead') {
    return t('Your message is on its way')
  }
  return t('Saved, not sent')
}

/** Says how a message was delivered. It must never claim that more happened than the server knows. */
export function deliveryResult(sent: SentMessage): string {
  const { delivery, mail_state } = sent
  if (delivery === 'contact_form') {
    return wasSent(sent)
      ? t('You sent it through their official form. We can’t see whether somebody has read it.')
      : t('We saved your message. To reach the office, paste it into the official form and send it there.')
  }
  if (delivery === 'recorded') {
    return t('We saved your message. It was not sent for you, so please contact the office yourself.')
  }
  if (mail_state === 'sent') {
    return t('Your message was emailed to the office. Any reply goes to your email address.')
  }
  return mail_state === 'dead'
    ? t(
        "We saved your message, but it couldn't be emailed to the office. Please contact the office yourself.",
      )
    : t('We are emailing your message to the office. Any reply goes to your email address.')
}

/** Says in a few words how a message was delivered, for a list of messages. */
export function deliveryLabel(sent: SentMessage): string {
  const { delivery, mail_state } = sent
  if (delivery === 'contact_form') {
    return wasSent(sent) ? t('Sent through the official form') : t('Prepared for the official form')
  }
  if (delivery === 'recorded') {
    return t('Saved on {site}', { site: site.name })
  }
  if (mail_state === 'sent') {
    return t('Emailed')
  }
  return mail_state === 'dead' ? t('Not emailed') : t('Being emailed')
}
