import { expect, test } from 'vitest'
import { contactMessage, contactSubject, withRecipient } from './contactTemplate.ts'

const bill = { bill_code: 'H.R. 5', title: 'Night Bus Act', user_stance: 'support' as const }

// covers CIV-CONTACT-13 CIV-CONTACT-14 CIV-CONTACT-15
test('the template names the recipient, the bill and the member, and states the stance', () => {
  const message = contactMessage(bill, 'Sen. Cole', 'Maya Okafor')
  expect(message).toMatch(/^Dear Sen\. Cole,/)
  expect(message).toContain('I am writing as your constituent about H.R. 5, Night Bus Act.')
  expect(message).toContain('I support this bill')
  expect(message).toMatch(/Sincerely,\nMaya Okafor$/)
})

test('the subject is cut to the length that the server accepts', () => {
  expect(contactSubject(bill)).toBe('Regarding H.R. 5: Night Bus Act')
  const long = contactSubject({ ...bill, title: 'x'.repeat(300) })
  expect(Array.from(long)).toHaveLength(200)
})

test('selecting another recipient changes the greeting unless the member has edited it', () => {
  const message = contactMessage(bill, null, 'Maya Okafor')
  expect(withRecipient(message, null, 'Rep. Bell')).toMatch(/^Dear Rep\. Bell,\n/)
  expect(withRecipient('Hello there', null, 'Rep. Bell')).toBe('Hello there')
})
