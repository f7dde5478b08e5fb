import type { Page } from '@playwright/test'
import { card as billCard, nextDate, openBill } from './billSteps.ts'
import { expect, signInAsNewcomer, test, uniqueName } from './support/product.ts'

const welcome = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
const topicsUrl = '**/api/bills/topics'

// covers HURD-WELCOME-13
test('topics that fail to load can be loaded again in the first step', async ({ page, app }) => {
  await app.bill(uniqueName('Topic bill '), { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  await page.route(topicsUrl, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/feed')
  const step = welcome(page, 'What do you care about?')
  await expect(step.getByRole('heading', { name: 'The topics could not be loaded' })).toBeVisible()
  await expect(step.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await page.unroute(topicsUrl)
  await step.getByRole('button', { name: 'Try Again' }).click()
  await expect(step.getByRole('list', { name: 'Topics' }).getByRole('button').first()).toBeVisible()
})

// covers HURD-WELCOME-14
test('the bills do not wait for a welcome card that does not arrive', async ({ page, app }) => {
  const title = uniqueName('Shown without a card ')
  await app.bill(title, { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/WelcomeCard-.*\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/feed')
  await expect(billCard(page, title)).toBeVisible()
  await expect(welcome(page, 'What do you care about?')).toHaveCount(0)
  script.resolve()
})

// covers HURD-WELCOME-15
test('a first stance on a card below completes the last step', async ({ page, app }) => {
  const title = uniqueName('Stance below ')
  await app.bill(title, { created_at: nextDate() })
  await signInAsNewcomer(page, await app.member(uniqueName('newcomer')))
  await page.goto('/feed')
  for (const name of ['What do you care about?', 'Where do you live?']) {
    await welcome(page, name).getByRole('button', { name: 'Skip this step' }).click()
  }
  const step = welcome(page, 'Where do you stand?')
  // The bill of the welcome card appears above the feed and moves the cards, so the test waits for it.
  await expect(step.getByRole('article')).toBeVisible()
  await billCard(page, title)
    .getByRole('radio', { name: /^support/i })
    .click()
  // Taking a stance on a card opens its bill, whose stances have the same heading as the step.
  await openBill(page).getByRole('button', { name: 'Close' }).click()
  await expect(step).toContainText('You have taken your first stance.')
  await step.getByRole('button', { name: 'Next' }).click()
  await expect(step).toHaveCount(0)
})
