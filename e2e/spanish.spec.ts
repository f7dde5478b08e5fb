import type { Locator, Page } from '@playwright/test'
import { nextDate, openBill } from './billSteps.ts'
import { expect, goodPassword, issueCode, test, uniqueName, type TestServer } from './support/product.ts'
import { es, expectSpanish } from './support/spanish.ts'

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

/** A button by its English text. */
function button(root: Page | Locator, text: string): Locator {
  return root.getByRole('button', { name: es(text), exact: true })
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
  await expect(form.getByRole('radio', { name: representative })).toBeVisible()
  await check('the form for a message')

  await app.pool`update users set email_verified_at = now() where username = ${username}`
  await page.reload()
  await button(bill, 'Contact My Representative').click()
  await form.getByRole('radio', { name: representative }).check()
  await check('the form for a message to a person')
  await button(form, 'Save message').click()
  await expect(form.getByRole('heading', { name: es('Saved, not sent') })).toBeVisible()
  await check('a message')

  await page.goto('/settings')
  await button(page, 'Delete account').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('the question before an account is deleted')
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
