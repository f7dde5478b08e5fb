import type { Locator, Page } from '@playwright/test'
import { readCatalog } from '#server/platform/language/catalogs.ts'
import { nextDate, openBill } from './billSteps.ts'
import { sidewaysOverflow } from './support/layout.ts'
import { expect, goodPassword, issueCode, test, uniqueName, type TestServer } from './support/product.ts'

const catalog = readCatalog('es')

/** Returns the Spanish text on a screen for its English text, with the values of its placeholders. */
function es(english: string, values: Record<string, string> = {}): string {
  const translation = catalog.get(english)
  if (translation === undefined) throw new Error(`There is no Spanish for "${english}"`)
  return translation
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Words that are frequent on screens in English and that Spanish does not have. */
const englishWords = [
  'the and your you yours with of to from for is are was were will can this that these those it its by at on in or not has have',
  'be been what where when who how why which if all any more most next other others new then than there here about after before',
  'sign show hide close open search save cancel send edit add delete remove read write take choose change reply follow following',
  'follows support supports oppose opposes loading posted post comment comments bill bills vote votes stance stances message',
  'messages group groups people person settings updates notifications account address password name username feed home news',
  'elections profile privacy help back skip try again something wrong please first last day days week weeks ago today yesterday',
  'text history progress discussion introduced committee passed signed failed sponsor sponsors cosponsor official officials',
  'learning changed mind minds resident member members neighbors level levels topic topics trending bookmark bookmarks share',
  'print download report summary source sources checked language sort top oldest newest filter filters discover representative',
  'representatives senator phone party office contact unread none nothing everyone only where near today mark see back done',
].flatMap((words) => words.split(' '))

const english = `(?<![\\p{L}\\p{N}@./_-])(?:${englishWords.join('|')})(?![\\p{L}\\p{N}@/_-])`

/**
 * Returns the texts and accessible names on the page that have an English word. Texts that say that they are in English are left
 * out, as are bills of other tests and the words in `data`.
 */
function englishTexts(page: Page, data: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([pattern, known]) => {
      const isEnglish = new RegExp(pattern, 'iu')
      const isOwn = (element: Element) => {
        const card = element.closest('article')
        return !card || card.closest('[role=dialog]') || known.some((text) => card.textContent.includes(text))
      }
      const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
      const texts = [document.title]
      for (const element of document.body.querySelectorAll('*')) {
        // The words of members stay as they wrote them.
        if (element.closest('script, style, noscript, textarea, blockquote') || !element.checkVisibility()) {
          continue
        }
        if (!isOwn(element) || element.closest('[lang]')?.getAttribute('lang') !== 'es') continue
        for (const name of attributes) texts.push(element.getAttribute(name) ?? '')
        for (const node of element.childNodes) {
          if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
        }
      }
      return [...new Set(texts)].filter((text) =>
        isEnglish.test(known.reduce((rest, one) => rest.replaceAll(one, ''), text)),
      )
    },
    [english, data] as const,
  )
}

/** Expects that everything on the screen is in Spanish and that nothing extends beyond a phone. */
async function expectSpanish(page: Page, screen: string, data: readonly string[]) {
  await expect(page.getByText(es('Loading...'), { exact: true })).toHaveCount(0)
  await expect.poll(() => englishTexts(page, data), { message: screen }).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => sidewaysOverflow(page), { message: `${screen} at 390 px` }).toBe(0)
  await expect.poll(() => englishTexts(page, data), { message: `${screen} at 390 px` }).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** Fills the form of a new account with a home in Washington. */
async function fillAccount(page: Page, app: TestServer, fullName: string, username: string) {
  const texts: Record<string, string> = {
    'Full name': fullName,
    Username: username,
    Email: `${username}@example.org`,
    'Access code': await issueCode(app),
    Address: '18 Lantern Road, Spokane, WA 99201',
    Password: goodPassword,
    'Confirm password': goodPassword,
  }
  for (const [label, text] of Object.entries(texts)) {
    await page.getByLabel(es(label), { exact: true }).fill(text)
  }
}

test.use({ locale: 'es-US' })

// covers HURD-LANGUAGE-10
test('a resident whose browser prefers Spanish takes part without a word of English', async ({
  page,
  app,
}) => {
  test.slow()
  const [fullName, username] = ['Luz Marina Ortega', uniqueName('luz')]
  const [title, representative] = [uniqueName('Ley de agua limpia '), 'Teresa Ibarra']
  await app.representative(uniqueName('Spanish-'), { rep_name: representative, office_phone: '202-555-0147' })
  const { bill_code } = await app.bill(title, { created_at: nextDate(), summary: 'Agua limpia.' })
  const data = [title, bill_code, fullName, username, representative]
  const check = (screen: string) => expectSpanish(page, screen, data)
  const button = (root: Page | Locator, text: string) =>
    root.getByRole('button', { name: es(text), exact: true })

  await page.goto('/login')
  await expect(button(page, 'Create account')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await check('the sign-in')
  await button(page, 'Create account').click()
  await expect(page.getByLabel(es('Confirm password'), { exact: true })).toBeVisible()
  await check('the registration')
  await fillAccount(page, app, fullName, username)
  await button(page, 'Create account').click()

  await expect(page.getByRole('heading', { name: es('What do you care about?') })).toBeVisible()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await check('the welcome card and the feed')

  await page.getByRole('article', { name: title }).getByRole('link', { name: title }).click()
  const bill = openBill(page)
  await expect(bill.getByRole('textbox', { name: es('Add to the discussion') })).toBeVisible()
  await check('a bill')
  await bill
    .getByRole('radio', { name: es('SUPPORT') })
    .first()
    .click()
  await expect(bill.getByRole('radio', { name: es('SUPPORT') }).first()).toBeChecked()
  await check('a bill with a stance')
  await bill.getByRole('textbox', { name: es('Add to the discussion') }).fill('Hace falta agua limpia.')
  await button(bill, 'Post comment').click()
  await expect(bill.getByRole('listitem').filter({ hasText: 'Hace falta agua limpia.' })).toBeVisible()
  await check('a bill with a comment')
  await button(bill, 'Contact My Representative').click()
  const form = bill.getByRole('region', { name: es('Contact my representative') })
  await form.getByRole('radio', { name: representative }).check()
  await check('the form for a message')
})

// covers HURD-LANGUAGE-11
test('the footer changes the language of a screen to English and back', async ({ page, app }) => {
  await page.goto('/login')
  const footer = page.getByRole('contentinfo')
  await expect(page.getByRole('button', { name: es('Create account'), exact: true })).toBeVisible()
  await footer.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Create account', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveURL(`${app.origin}/login`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create account', exact: true })).toBeVisible()
  await footer.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('button', { name: es('Create account'), exact: true })).toBeVisible()
})

// covers HURD-LANGUAGE-12
test('a browser without scripts says in Spanish what it lacks', async ({ request }) => {
  const text = await (await request.get('/feed', { headers: { 'accept-language': 'es-US' } })).text()
  expect(text).toContain('necesita JavaScript')
  expect(text).toContain(
    es(
      'This browser is too old for this site. Please use Chrome or Edge 111, Firefox 115, Safari 16.4, or a newer version.',
    ),
  )
})
