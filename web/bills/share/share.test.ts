import { expect, test } from 'vitest'
import { sharedBill, shareLinks } from './share.ts'

const bill = {
  path: 'us/119/hr/1',
  title: 'Bus & Rail Act',
  summary: `${'s'.repeat(149)}é${'x'.repeat(150)}`,
}

// covers CIV-SHARE-08 CIV-SHARE-09
test('a share contains the title, 150 characters of the summary, and the URL on our origin', () => {
  expect(sharedBill(bill, 'https://hurd.example')).toEqual({
    title: 'Bus & Rail Act',
    text: `${'s'.repeat(149)}é`,
    url: 'https://hurd.example/us/119/hr/1',
  })
})

// covers CIV-SHARE-01 CIV-SHARE-02 CIV-SHARE-03
test('a link to each service contains the encoded text or URL of the bill', () => {
  const links = Object.fromEntries(
    shareLinks(bill, 'https://hurd.example').map(({ name, href }) => [name, new URL(href)]),
  )
  expect(Object.keys(links)).toEqual(['X', 'Facebook', 'LinkedIn', 'Email', 'Text message'])
  expect(links['X']?.searchParams.get('text')).toContain('Bus & Rail Act')
  expect(links['Facebook']?.searchParams.get('u')).toBe('https://hurd.example/us/119/hr/1')
  expect(links['LinkedIn']?.searchParams.get('url')).toBe('https://hurd.example/us/119/hr/1')
  expect(links['Email']?.protocol).toBe('mailto:')
  expect(links['Email']?.searchParams.get('body')).toContain('https://hurd.example/us/119/hr/1')
  expect(links['Text message']?.protocol).toBe('sms:')
})
