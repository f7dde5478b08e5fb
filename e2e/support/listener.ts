import type { Page } from '@playwright/test'
import { addComment, nextDate } from '../billSteps.ts'
import { signIn, test, uniqueName, type TestServer } from './product.ts'
import { startReader } from './reader.ts'
import { readerLanguages, wordsOf, type Words } from './words.ts'

/** A language of the screens, its words, and the details of a member with a verified address who hears them. */
export type Listener = {
  language: (typeof readerLanguages)[number]
  w: Words
  verified: { email_verified_at: string; full_name: string; language: string }
}

/** Defines the tests of the screen reader once for each language. */
export function inEachLanguage(define: (listener: Listener) => void): void {
  for (const language of readerLanguages) {
    test.describe(`in ${language}`, () => {
      test.use({ locale: `${language}-US`, contextOptions: { reducedMotion: 'reduce' } })
      const verified = { email_verified_at: '2026-01-01T00:00:00Z', full_name: 'Kay Keys', language }
      define({ language, w: wordsOf(language), verified })
    })
  }
}

/** Opens a new bill on which Bob Brook has commented as the member Kay, and returns the reader. */
export async function hearDiscussedBill(page: Page, app: TestServer, verified: Listener['verified']) {
  const kay = await app.member(uniqueName('kay'), verified)
  const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
  const title = uniqueName('Listen Talk ')
  const { bill_id, path } = await app.bill(title, { created_at: nextDate() })
  await addComment(bob, bill_id, 'Heard from Bob')
  const reader = await startReader(page)
  await signIn(page, kay)
  await page.goto(`/${path}`)
  await reader.hears(`heading, ${title}, level 1`)
  return reader
}
