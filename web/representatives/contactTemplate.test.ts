import { expect, test } from 'vitest'
import { contactMessage, contactSubject, readdressed } from './contactTemplate.ts'

const bill = { bill_code: 'H.R. 5', title: 'Night Bus Act', user_stance: 'support' as const }

// covers CIV-CONTACT-13 CIV-CONTACT-14 CIV-CONTACT-15
test('the letter names its reader, the bill and the writer, and says where the writer stands', () => {
  const letter = contactMessage(bill, 'Sen. Cole', 'Maya Okafor')
  expect(letter).toMatch(/^Dear Sen\. Cole,/)
  expect(letter).toContain('I am writing as your constituent about H.R. 5, Night Bus Act.')
  expect(letter).toContain('I support this bill')
  expect(letter).toMatch(/Sincerely,\nMaya Okafor$/)
})

test('the subject is cut to what the server takes', () => {
  expect(contactSubject(bill)).toBe('Regarding H.R. 5: Night Bus Act')
  const long = contactSubject({ ...bill, title: 'x'.repeat(300) })
  expect(Array.from(long)).toHaveLength(200)
})

test('another reader changes the greeting only where it is still ours', () => {
  const letter = contactMessage(bill, null, 'Maya Okafor')
  expect(readdressed(letter, null, 'Rep. Bell')).toMatch(/^Dear Rep\. Bell,\n/)
  expect(readdressed('Hello there', null, 'Rep. Bell')).toBe('Hello there')
})
