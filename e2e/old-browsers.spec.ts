import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { card, nextDate, openBill, openFeed, stance } from './billSteps.ts'
import { dist, expect, holdScripts, signIn, test, uniqueName } from './support/product.ts'

/** Functions that Chrome 111, Firefox 115 or Safari 16.4 lack. */
const newerFunctions = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Element.prototype.checkVisibility',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.isSubsetOf',
  'Set.prototype.union',
  'String.prototype.isWellFormed',
  'URL.canParse',
  'URL.parse',
  'URLSearchParams.prototype.size',
  'Document.prototype.startViewTransition',
  'requestIdleCallback',
] as const

function removeFunctions(page: Page, names: readonly string[]) {
  return page.addInitScript((paths) => {
    for (const path of paths) {
      const parts = path.split('.')
      const owner = parts.slice(0, -1).reduce<object>((object, name) => Reflect.get(object, name), window)
      Reflect.deleteProperty(owner, parts.at(-1)!)
    }
  }, names)
}

function blockStorage(page: Page) {
  return page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
}

/** Collects the errors that nothing on the page handled. */
function pageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

// covers HURD-BROWSER-01
test('a member with the oldest supported browser reads the feed, takes a stance and opens a group and the settings', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('old'))
  const title = `An act of ${maya.username}`
  await app.bill(title, { created_at: nextDate() })
  await removeFunctions(page, newerFunctions)
  const errors = pageErrors(page)

  await openFeed(page, maya)
  expect(await page.evaluate(() => 'any' in AbortSignal || 'groupBy' in Map)).toBe(false)
  await card(page, title).getByRole('link', { name: title }).click()
  await stance(openBill(page), 'Support').click()
  await expect(stance(openBill(page), 'Support')).toBeChecked()
  for (const path of ['/groups', '/settings', '/elections']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/settings?section=privacy&lang=en')
  await expect(page).toHaveURL('/settings?section=privacy')
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/settings?section=notifications')
  expect(errors).toEqual([])
})

// covers HURD-BROWSER-01
test('no script of the pages calls a function that the oldest supported browsers lack', () => {
  const calls = newerFunctions.filter((name) => !name.includes('.prototype.')).map((name) => `${name}(`)
  const assets = join(dist, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(50)
  for (const file of scripts) {
    const code = readFileSync(join(assets, file), 'utf8')
    expect([file, calls.filter((name) => code.includes(name))]).toEqual([file, []])
  }
})

// covers HURD-BROWSER-02
test('a browser that is too old shows which ones are new enough', async ({ page }) => {
  await removeFunctions(page, ['Array.prototype.toSorted'])
  for (const path of ['/login', '/feed', '/groups']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(
      /^This browser is too old for this site\. Please use Chrome/,
    )
  }
})

/**
 * Serves the pages with a bill as a browser without declarative shadow roots reads them: the template stays a template.
 * The returned function returns the number of these pages.
 */
async function removeShadowRoots(page: Page) {
  let pages = 0
  await page.route(/\/feed\?highlight=|[?&]app=/, async (route) => {
    pages += 1
    const response = await route.fetch()
    const body = await response.text()
    expect(body).toContain('<template shadowrootmode="open">')
    await route.fulfill({ response, body: body.replace(' shadowrootmode="open"', ' data-mode="open"') })
  })
  return () => pages
}

// covers HURD-BROWSER-04
test('a browser without declarative shadow roots shows a linked bill once, early and in the app', async ({
  page,
  app,
}) => {
  const title = `A linked act ${uniqueName('old')}`
  const summary = `${uniqueName('Summary ')} of a linked act.`
  const { bill_id, path } = await app.bill(title, { summary, created_at: nextDate() })
  const errors = pageErrors(page)
  const changedPages = await removeShadowRoots(page)
  await removeFunctions(page, newerFunctions)
  await signIn(page, await app.member(uniqueName('old')))
  const headings = page.getByRole('heading', { level: 1, name: title })
  for (const address of [`/feed?highlight=${bill_id}`, `/${path}`]) {
    const release = await holdScripts(page)
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByText(summary)).toBeInViewport()
    await expect(headings).toHaveCount(1)
    release()
    await expect(openBill(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('#early')).toHaveCount(0)
    await expect(headings).toHaveCount(1)
    await expect(openBill(page).getByText(summary)).toHaveCount(1)
  }
  expect(changedPages()).toBe(2)
  expect(errors).toEqual([])
})

// covers HURD-BROWSER-04
test('a visitor without declarative shadow roots who opens a link into the feed gets the sign-in', async ({
  page,
  app,
}) => {
  const { bill_id } = await app.bill(uniqueName('An act '), { created_at: nextDate() })
  const errors = pageErrors(page)
  await removeShadowRoots(page)
  await page.goto(`/feed?highlight=${bill_id}`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('#early')).toHaveCount(0)
  expect(errors).toEqual([])
})

// covers HURD-BROWSER-03
test('a visitor whose browser blocks storage sees every open page, and the sign-in form says what to allow', async ({
  page,
  app,
}) => {
  const title = `Blocked ${uniqueName('bill')}`
  const { bill_id } = await app.bill(title, { created_at: nextDate() })
  await blockStorage(page)
  const errors = pageErrors(page)
  const sentence =
    'To sign in, allow cookies and site data for this site in your browser’s settings, then reload the page.'

  for (const path of ['/login', '/login?view=register', '/feed']) {
    await page.goto(path)
    await expect(page.getByText(sentence)).toBeVisible()
  }
  for (const path of ['/login?view=forgot', '/elections', '/groups', `/bills/${bill_id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(errors).toEqual([])
})

// covers HURD-BROWSER-03
test('nothing breaks when the storage is full', async ({ page, app }) => {
  const maya = await app.member(uniqueName('full'))
  await signIn(page, maya)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  const errors = pageErrors(page)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(errors).toEqual([])
})
