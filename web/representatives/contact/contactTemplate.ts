import type { Bill } from '#contract/bills/bills.ts'
import { subjectMaxLength } from '#contract/representatives.ts'

type ContactBill = Pick<Bill, 'bill_code' | 'title' | 'user_stance'>

/*
 * The letter begins in English in every language of the pages, because the offices read English. The member writes what they want.
 */

/** Returns "Regarding {bill_code}: {title}", cut to the length that the server accepts, or nothing without a bill. */
export function contactSubject(bill: ContactBill | null): string {
  if (!bill) {
    return ''
  }
  const subject = `Regarding ${bill.bill_code}: ${bill.title}`
  const characters = Array.from(subject)
  return characters.length <= subjectMaxLength
    ? subject
    : `${characters.slice(0, subjectMaxLength - 1).join('')}…`
}

const greeting = (rep_name: string | null) => `Dear ${rep_name ?? 'Representative'},`

/** Returns a message that the member can send unchanged. If it is about a bill, it states the member's stance. */
export function contactMessage(bill: ContactBill | null, rep_name: string | null, fullName: string): string {
  const body = bill
    ? [`I am writing as your constituent about ${bill.bill_code}, ${bill.title}.`, stanceParagraph(bill)]
    : ['I am writing as your constituent.']
  return [greeting(rep_name), ...body, `Sincerely,\n${fullName}`].join('\n\n')
}

function stanceParagraph({ user_stance }: ContactBill): string {
  if (user_stance === 'support') {
    return 'I support this bill, and I ask you to support it too.'
  }
  if (user_stance === 'oppose') {
    return 'I oppose this bill, and I ask you to oppose it too.'
  }
  return 'Please tell me what you think of this bill and how you plan to act on it.'
}

/** Changes the greeting to another recipient. A greeting that the member has edited stays. */
export function withRecipient(message: string, from: string | null, to: string): string {
  return message.startsWith(greeting(from)) ? greeting(to) + message.slice(greeting(from).length) : message
}
