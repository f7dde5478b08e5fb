import type { Page, Route } from '@playwright/test'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { addComment, card, nextDate, openBill, openBillByLink } from './billSteps.ts'
import { expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const groupList = (url: URL) => url.pathname === '/api/groups'
const notLoaded = 'This part could not be loaded.'

const failures = {
  'the connection is gone': (route: Route) => route.abort('internetdisconnected'),
  'the file is gone': (route: Route) => route.fulfill({ status: 404, json: { success: false } }),
}

type Part = {
  chunk: string
  /** Opens the page, and returns the action that needs the chunk and the element that should appear after it. */
  open: (
    page: Page,
    app: TestServer,
  ) => Promise<{ press: () => Promise<void>; shown: ReturnType<Page['locator']> }>
}

const parts: Record<string, Part> = {
  'a screen': {
    chunk: 'GroupsScreen',
    open: async (page, app) => {
      await signIn(page, await app.member(uniqueName('ann')))
      await page.goto('/feed')
      const link = page.getByRole('link', { name: 'GROUPS', exact: true })
      return { press: () => link.click(), shown: page.getByRole('heading', { name: /All Groups/ }) }
    },
  },
  'an open bill': {
    chunk: 'bill',
    open: async (page, app) => {
      const title = uniqueName('Missing Overlay ')
      await app.bill(title, { created_at: nextDate() })
      await signIn(page, await app.member(uniqueName('ann')))
      await page.goto('/feed')
      const press = () => card(page, title).getByRole('link', { name: title }).click()
      return { press, shown: openBill(page).getByRole('heading', { level: 1, name: title }) }
    },
  },
  'a menu': {
    chunk: 'AccountMenu',
    open: async (page, app) => {
      await signIn(page, await app.member(uniqueName('ann')))
      await page.goto('/news')
      const button = page.getByRole('button', { name: /Account menu/ })
      return { press: () => button.click(), shown: page.getByRole('menuitem', { name: 'Settings' }) }
    },
  },
  'a dialog in an open bill': {
    chunk: 'ReportDialog',
    open: async (page, app) => {
      const [ann, bob] = [await app.member(uniqueName('ann')), await app.member(uniqueName('bob'))]
      const { bill_id } = await app.bill(uniqueName('Missing Dialog '))
      await addComment(bob, bill_id, 'Report this')
      await openBillByLink(page, ann, bill_id)
      const press = async () => {
        await openBill(page)
          .getByRole('button', { name: /More about the comment/ })
          .click()
        await page.getByRole('menuitem', { name: /Report/ }).click()
      }
      return { press, shown: page.getByRole('dialog', { name: /Report/ }) }
    },
  },
  'the demo on the sign-in page': {
    chunk: 'DemoDialog',
    open: async (page) => {
      await page.goto('/login')
      const button = page.getByRole('button', { name: /demo/i })
      return { press: () => button.click(), shown: page.getByRole('dialog') }
    },
  },
}

for (const [name, { chunk, open }] of Object.entries(parts)) {
  for (const [reason, fail] of Object.entries(failures)) {
    test(`${name} that cannot be loaded because ${reason} says so, and Try Again loads it`, async ({
      page,
      app,
    }) => {
      // Four screenshots and two runs of axe take long.
      if (reason === 'the file is gone') test.slow()
      const files = new RegExp(`/assets/${chunk}-.*\\.js$`)
      await page.route(files, fail)
      const { press, shown } = await open(page, app)
      await press()
      await expect(page.getByRole('heading', { name: notLoaded })).toBeVisible()
      await expect(shown).toHaveCount(0)
      // Taking screenshots resizes the window. After that, the menu that is opened next does not take the focus.
      if (reason === 'the file is gone' && name !== 'a menu') {
        await takeScreenshots(page, `part-failed-${chunk}`, { fullPage: false })
      }

      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(
        page.getByRole('button', { name: 'Reload page' }),
        'offered after a second failure',
      ).toBeVisible()

      await page.unroute(files)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(shown).toBeVisible()
      await expect(page.getByRole('heading', { name: notLoaded })).toHaveCount(0)
      await expect
        .poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus is not lost')
        .toBe(true)
    })
  }
}

test('a popup that could not be loaded closes with Escape, returns the focus, and opens the next time', async ({
  page,
  app,
}) => {
  await page.route(/ReportDialog-.*\.js$/, failures['the connection is gone'])
  const { press, shown } = await parts['a dialog in an open bill']!.open(page, app)
  await press()
  const message = page.getByRole('alertdialog', { name: notLoaded })
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(openBill(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /More about the comment/ })).toBeFocused()

  await page.unroute(/ReportDialog-.*\.js$/)
  await press()
  await expect(shown).toBeVisible()
})

test('a screen whose styles failed to load appears with its styles after a retry', async ({ page, app }) => {
  const { press, shown } = await parts['a screen']!.open(page, app)
  await page.route(/GroupsScreen-.*\.css$/, failures['the file is gone'])
  await press()
  await expect(page.getByRole('heading', { name: notLoaded })).toBeVisible()
  await page.unroute(/GroupsScreen-.*\.css$/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(shown).toBeVisible()
  const styled = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(
      ({ href, sheet }) => href.includes('/assets/GroupsScreen-') && sheet !== null,
    ),
  )
  expect(styled).toBe(true)
})

test('a member who leaves a failed screen can open other screens, and the failed one when the network is back', async ({
  page,
  context,
  app,
}) => {
  const { press, shown } = await parts['a screen']!.open(page, app)
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await context.setOffline(true)
  await press()
  await expect(page.getByText("You're offline. Try again when you're back online.")).toBeVisible()
  await page.getByRole('link', { name: 'FEED', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await context.setOffline(false)
  await press()
  await expect(shown).toBeVisible()
})

test('a bill text whose parser cannot be loaded says so, and Try Again shows it', async ({ page, app }) => {
  const { bill_id } = await app.bill(uniqueName('Uncleaned '))
  await storeText(app, bill_id, { formatted_text: '<p>Be it enacted</p>' })
  await page.route(/buildBillHtml-.*\.js$/, failures['the connection is gone'])
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  await openBill(page).getByRole('button', { name: 'READ FULL BILL' }).click()
  await expect(openBill(page).getByRole('heading', { name: notLoaded })).toBeVisible()
  await page.unroute(/buildBillHtml-.*\.js$/)
  await openBill(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(openBill(page).getByText('Be it enacted')).toBeVisible()
  await expect(openBill(page).getByRole('region', { name: 'Full bill' })).toBeFocused()
})

test('a comment written without a network keeps its form when the code beside it cannot be loaded, and gets it later', async ({
  page,
  context,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('Cut Off '))
  await openBillByLink(page, await app.member(uniqueName('ann')), bill_id)
  const field = openBill(page).getByRole('textbox', { name: 'Add to the discussion' })
  await expect(field).toBeVisible()
  // The last request for a part that cannot be loaded asks whether the page is outdated.
  let failedParts = 0
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === '/') failedParts += 1
  })
  await context.setOffline(true)
  await field.pressSequentially('Esta ley ayuda a las familias de mi barrio, @b')
  await expect.poll(() => failedParts, 'the choice of the language and the list of members').toBe(2)
  await openBill(page).getByRole('button', { name: 'Post comment' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to submit comment: Network error' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: notLoaded })).toHaveCount(0)
  await expect(field).toHaveValue('Esta ley ayuda a las familias de mi barrio, @b')

  await context.setOffline(false)
  await expect(openBill(page).getByLabel('Language of the text')).toBeVisible()
})

test('a retry of a dialog that fails is announced once, within the dialog', async ({ page, app }) => {
  await page.route(/ReportDialog-.*\.js$/, failures['the connection is gone'])
  const popup = await parts['a dialog in an open bill']!.open(page, app)
  await popup.press()
  const message = page.getByRole('alertdialog', { name: notLoaded })
  await expect(message.getByRole('alert')).toBeEmpty()
  await message.getByRole('button', { name: 'Try Again' }).click()
  await expect(message.getByRole('alert')).toContainText(notLoaded)
})

test('a retry of a screen that fails is announced once', async ({ page, app }) => {
  await page.route(/GroupsScreen-.*\.js$/, failures['the connection is gone'])
  const { press } = await parts['a screen']!.open(page, app)
  await press()
  await expect(page.getByRole('alert').filter({ hasText: notLoaded })).toHaveCount(1)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('[aria-live=assertive]')).toContainText(notLoaded)
  await expect(page.getByRole('alert').filter({ hasText: notLoaded })).toHaveCount(0)
})

test('a retry on the sign-in page, whose code is part of the page, loads the page again', async ({
  page,
}) => {
  await page.route(/SignIn-.*\.js$/, failures['the file is gone'])
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: notLoaded })).toBeVisible()
  await page.unroute(/SignIn-.*\.js$/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a screen that fails to render leaves the rest of the page usable', async ({ page, app }) => {
  const { press, shown } = await parts['a screen']!.open(page, app)
  await page.route(groupList, (route) =>
    route.fulfill({
      json: {
        success: true,
        groups: [{ group_id: 'g1', government_level: 'none', section: 'own_place' }],
        pagination: { total: 1, limit: 50, offset: 0, has_more: false },
        next: null,
      },
    }),
  )
  await press()
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong here.' })).toBeVisible()
  await page.unroute(groupList)
  await page.getByRole('link', { name: 'FEED', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible()
  await press()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(shown).toBeVisible()
})
