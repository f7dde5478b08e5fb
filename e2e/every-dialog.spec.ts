import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { takeStance } from '#contract/bills/bills.ts'
import { followGroup } from '#contract/groups.ts'
import { createApiKey } from '#contract/openData/apiKeys.ts'
import { followUser } from '#contract/people.ts'
import { makeOperator } from '#server/testing/setups/operators.ts'
import { openDays, runTally } from '#server/testing/setups/tally.ts'
import { addComment, nextDate, openBill } from './billSteps.ts'
import { importGroups } from './groupSteps.ts'
import { findViolationsInBothThemes } from './support/axe.ts'
import {
  expect,
  goodPassword,
  issueCode,
  setPassword,
  signIn,
  test,
  uniqueName,
  type TestServer,
} from './support/product.ts'
import { readerLanguages, wordsOf, type Words } from './support/words.ts'

// Every dialog, menu, list, hint and bar of web/ is opened and checked with axe, in both themes and both languages. The tables
// name the file of each, so a new one without an entry fails the first test.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Tools = { page: Page; app: TestServer; w: Words; language: string }
type Overlays<Data> = Record<string, (tools: Tools & Data) => Promise<Locator>>

const button = (root: Page | Locator, name: string | RegExp) => root.getByRole('button', { name }).first()
const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const newDay = openDays('2031-01-01')

/** Presses a button, and returns what it opens. */
async function press(opener: Locator, opened: Locator): Promise<Locator> {
  await opener.click()
  return opened
}

const ofVisitor: Overlays<object> = {
  'accounts/signIn/CodeHelp.tsx': async ({ page, w }) => {
    await page.goto('/login')
    return press(button(page, w('How do I get a code?')), page.getByRole('dialog'))
  },
  'accounts/signIn/DemoDialog.tsx': async ({ page, w }) => {
    await page.goto('/login')
    return press(button(page, w('Watch Demo')), page.getByRole('dialog'))
  },
  'accounts/signIn/AddressHelp.tsx': async ({ page, w }) => {
    await page.goto('/login?view=register')
    return press(button(page, w('Why do you need my address?')), page.getByRole('dialog'))
  },
  'kit/ui/Boundary.tsx': async ({ page, w }) => {
    await page.route(/\/assets\/CodeHelp-.*\.js$/, (route) => route.abort())
    await page.goto('/login')
    return press(button(page, w('How do I get a code?')), page.getByRole('alertdialog'))
  },
  'app/ReactivationDialog.tsx': async ({ page, app, w, language }) => {
    const maya = await app.member(uniqueName('inactive'), {
      account_status: 'inactive',
      language,
      email_verified_at: '2026-01-01T00:00:00Z',
    })
    await setPassword(app, maya)
    await page.goto('/login')
    await page.getByLabel(w('Email'), { exact: true }).fill(maya.email)
    await page.getByLabel(w('Password'), { exact: true }).fill(goodPassword)
    return press(button(page, w('Sign in')), page.getByRole('dialog'))
  },
  'app/DashboardShell.tsx': async ({ page, w }) => {
    await button(page.getByRole('dialog'), w('Not Now')).click()
    return page.getByText(w('Your account is deactivated')).first()
  },
  'accounts/links/EmailBanner.tsx': async ({ page, app, language }) => {
    await page.evaluate(() => localStorage.clear())
    await signIn(page, await app.member(uniqueName('unverified'), { language }))
    await page.goto('/feed')
    return page
      .getByRole('region')
      .filter({ has: page.getByRole('button') })
      .first()
  },
}

type BillData = { title: string; path: string; billCode: string }

const ofBill: Overlays<BillData> = {
  'feed/overlay/BillOverlay.tsx': async ({ page, path }) => {
    await page.goto(`/${path}`)
    await expect(page.getByText('Heard from Bob').first()).toBeVisible()
    return openBill(page)
  },
  'bills/card/StatusHint.tsx': async ({ page, w }) => {
    const hint = button(openBill(page), w('{status}, what this means', { status: w('Introduced') }))
    await hint.focus()
    return page.getByRole('tooltip')
  },
  'discussions/EchoBar.tsx': async ({ page, w }) => {
    await button(openBill(page), w('About the echo chamber score')).focus()
    return page.getByRole('tooltip')
  },
  'bills/share/ShareMenu.tsx': ({ page, w }) =>
    press(button(openBill(page), w('Share')), page.getByRole('menu')),
  'bills/share/EmbedDialog.tsx': async ({ page, w }) => {
    await button(openBill(page), w('Share')).click()
    const title = w('Embed this bill')
    return press(page.getByRole('menuitem', { name: title }), page.getByRole('dialog', { name: title }))
  },
  'bills/tally/TallyCheck.tsx': ({ page, w }) =>
    press(
      button(openBill(page), w('Check that yours is included')),
      page.getByRole('dialog', { name: w('Public tally') }),
    ),
  'alerts/FollowBillButton.tsx': async ({ page, w, billCode }) => {
    await button(openBill(page), w('Follow {name}', { name: billCode })).click()
    const name = w('Kinds of updates about {bill}', { bill: billCode })
    return press(button(openBill(page), name), page.getByRole('dialog', { name }))
  },
  'discussions/sort/SortMenu.tsx': ({ page, w }) =>
    press(button(openBill(page), w('Sort threads: {order}', { order: w('Oldest') })), page.getByRole('menu')),
  'discussions/minds/MindsDialog.tsx': ({ page, w }) =>
    press(
      button(
        openBill(page),
        w('{n} person changed their mind here|{n} people changed their minds here', { n: 1 }),
      ),
      page.getByRole('dialog', { name: w('Changed minds') }),
    ),
  'discussions/MindChangeMenu.tsx': ({ page, w }) =>
    press(button(openBill(page), w('Changed my mind')), page.getByRole('menu')),
  'moderation/ReportMenu.tsx': ({ page, w }) =>
    press(
      button(openBill(page), w('More about the comment of {name}', { name: 'Bob Brook' })),
      page.getByRole('menu'),
    ),
  'people/mutes/MemberMenu.tsx': ({ page, w }) =>
    press(
      button(openBill(page), w('More about the comment of {name}', { name: 'Bob Brook' })),
      page.getByRole('menuitem').last(),
    ),
  'moderation/ReportDialog.tsx': async ({ page, w }) => {
    await button(openBill(page), w('More about the comment of {name}', { name: 'Bob Brook' })).click()
    const report = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('button', { name: w('Send report') }) })
    return press(page.getByRole('menuitem').first(), report)
  },
  'people/mutes/BlockDialog.tsx': async ({ page, w }) => {
    await button(openBill(page), w('More about the comment of {name}', { name: 'Bob Brook' })).click()
    return press(page.getByRole('menuitem').last(), page.getByRole('alertdialog'))
  },
  'kit/ui/DeleteButton.tsx': ({ page, w }) =>
    press(button(openBill(page), w('Delete')), page.getByRole('alertdialog')),
  'comments/MentionList.tsx': async ({ page, w }) => {
    await openBill(page)
      .getByRole('textbox', { name: w('Add to the discussion') })
      .pressSequentially('@bob')
    return page.getByRole('listbox')
  },
  'kit/ui/overlays/OfflineBanner.tsx': async ({ page }) => {
    await page.context().setOffline(true)
    return page.locator('[data-react-aria-top-layer]').getByText(/\S/).filter({ visible: true }).last()
  },
  'feed/overlay/StanceShortcut.tsx': async ({ page, path, w }) => {
    await page.context().setOffline(false)
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto(`/${path}`)
    await expect(page.getByText('Heard from Bob').first()).toBeVisible()
    // In a low window the card of the stance scrolls away, and the toolbar has the stance.
    await openBill(page)
      .getByRole('region', { name: w('History') })
      .scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 4_000)
    return press(button(openBill(page), w('SUPPORT')), page.getByRole('menu'))
  },
  'feed/DiscoverSheet.tsx': async ({ page, w }) => {
    await page.setViewportSize(phone)
    await page.goto('/feed')
    return press(button(page, w('Discover')), page.getByRole('dialog'))
  },
}

type PeopleData = { author: string; groupName: string; code: string }

const ofPeople: Overlays<PeopleData> = {
  'app/AccountMenu.tsx': async ({ page, w }) => {
    await page.goto('/news')
    await page.locator('button[aria-haspopup="menu"]').first().click()
    return page.getByRole('menuitem', { name: w('Sign Out') })
  },
  'app/BellPopup.tsx': ({ page, w }) =>
    press(button(page, w('Notifications')), page.getByRole('region', { name: w('Notifications') })),
  'search/SearchList.tsx': async ({ page }) => {
    await page.getByRole('combobox').first().fill('Overlay')
    return page.getByRole('listbox')
  },
  'kit/ui/overlays/Toasts.tsx': async ({ page }) => {
    await page.goto('/no-such-page')
    return page.getByRole('alert')
  },
  'elections/CandidateDialog.tsx': async ({ page, w }) => {
    await page.goto('/elections')
    return press(button(page, w('View details')), page.getByRole('dialog'))
  },
  'people/follow/FollowersDialog.tsx': async ({ page, w }) => {
    await page.goto('/profile')
    return press(button(page, w('{n} follower|{n} followers', { n: 1 })), page.getByRole('dialog'))
  },
  'people/profile/FollowedGroups.tsx': async ({ page, w, groupName }) => {
    await page.goto('/profile')
    return press(button(page, w('Unfollow {name}', { name: groupName })), page.getByRole('alertdialog'))
  },
  'people/profile/MindsChangedDialog.tsx': async ({ page, w, author }) => {
    await page.goto(`/profile/${author}`)
    return press(button(page, w('Changed {n} mind|Changed {n} minds', { n: 1 })), page.getByRole('dialog'))
  },
  'accounts/settings/AccountClosureDialog.tsx': async ({ page, w }) => {
    await page.goto('/settings')
    // In Spanish another button, above it, has the same name.
    const deactivate = page.getByRole('button', { name: w('Deactivate'), exact: true }).last()
    return press(deactivate, page.getByRole('alertdialog'))
  },
  'accounts/apiKeys/RevokeDialog.tsx': async ({ page, w }) => {
    await page.goto('/settings')
    await page.getByText(w('For developers')).click()
    return press(button(page, w('Revoke {name}', { name: 'Reading room' })), page.getByRole('alertdialog'))
  },
  'accounts/secondFactor/useSecondStep.tsx': async ({ page, w }) => {
    await page.goto('/settings')
    await page.getByLabel(w('Email'), { exact: true }).fill('elsewhere@example.org')
    return press(button(page, w('Save changes')), page.getByRole('dialog'))
  },
  'administration/codes/CodeView.tsx': async ({ page, w, code }) => {
    await page.goto(`/administration/codes?code=${code}`)
    return press(button(page, w('Revoke this code')), page.getByRole('alertdialog'))
  },
}

/** Opens each overlay, and returns what axe finds on it in either theme. */
async function findIn<Data>(
  overlays: Overlays<Data>,
  tools: Tools & Data,
): Promise<Record<string, string[]>> {
  const { page } = tools
  const found: Record<string, string[]> = {}
  await page.setViewportSize(wide)
  for (const [file, open] of Object.entries(overlays)) {
    const overlay = await open(tools)
    await expect(overlay, file).toBeVisible()
    const problems = await findViolationsInBothThemes(page, 'light')
    await expect(overlay, `${file} stays open`).toBeVisible()
    if (problems.length > 0) found[file] = problems
    // Escape would close the bill below a hint that has gone.
    const isLayer = await overlay.evaluate(
      (node) =>
        node.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]') !==
        null,
    )
    if (isLayer && !file.endsWith('BillOverlay.tsx') && !file.endsWith('ReactivationDialog.tsx')) {
      await page.keyboard.press('Escape')
      await expect(overlay, `${file} closes`).toBeHidden()
    }
  }
  return found
}

// covers HURD-ACCESS-07
test('each file that opens a dialog, a menu, a list, a hint or a bar has an entry in the tables', () => {
  const root = fileURLToPath(new URL('../web/', import.meta.url))
  const opens =
    /overlays\/(?:Dialog|Menu|Tooltip|EscapeKey|Banner)\.tsx|role="(?:dialog|alertdialog|listbox|menu|tooltip)"|<dialog/
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('kit/ui/overlays/'))
    .filter((file) => opens.test(readFileSync(root + file, 'utf8')))
  expect(files.length).toBeGreaterThan(30)
  const tables = Object.keys({ ...ofVisitor, ...ofBill, ...ofPeople })
  expect(files.filter((file) => !tables.includes(file))).toEqual([])
})

for (const language of readerLanguages) {
  const w = wordsOf(language)
  test.describe(`in ${language}`, () => {
    test.use({ locale: `${language}-US` })

    // covers HURD-ACCESS-07
    test('axe finds nothing on the dialogs of a visitor and the bars above a screen', async ({
      page,
      app,
    }) => {
      test.slow()
      expect(await findIn(ofVisitor, { page, app, w, language })).toEqual({})
    })

    // covers HURD-ACCESS-07
    test('axe finds nothing on the dialogs, menus, lists and hints of a bill', async ({ page, app }) => {
      test.slow()
      const kay = await app.member(uniqueName('kay'), { full_name: 'Kay Keys', language })
      const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
      const { title, bill_id, bill_code, path } = await discussedBill(app, bob)
      await addComment(kay, bill_id, 'Heard from Kay')
      await kay.call(takeStance, { id: bill_id, stance: 'support' })
      await runTally(app, newDay())
      await signIn(page, kay)
      expect(await findIn(ofBill, { page, app, w, language, title, path, billCode: bill_code })).toEqual({})
    })

    // covers HURD-ACCESS-07
    test('axe finds nothing on the dialogs and menus of the header, profiles, settings and administration', async ({
      page,
      app,
    }) => {
      test.slow()
      const stem = uniqueName('Overland')
      const [groupId = ''] = await importGroups(app, 1, 'state', stem)
      const groupName = `${stem} 01`
      const ada = await app.member(uniqueName('ada'), { language })
      const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
      await discussedBill(app, bob)
      await bob.call(followUser, { id: ada.user_id })
      await ada.call(followGroup, { id: groupId })
      await ada.call(createApiKey, { name: 'Reading room' })
      // From now on a key needs the second step.
      await makeOperator(app, ada, 'administrator')
      const code = await issueCode(app)
      await signIn(page, ada)
      expect(
        await findIn(ofPeople, { page, app, w, language, author: bob.username, groupName, code }),
      ).toEqual({})
    })
  })
}

/** Creates a bill on which a comment of the author has changed one mind. */
async function discussedBill(app: TestServer, author: Awaited<ReturnType<TestServer['member']>>) {
  const title = uniqueName('Overlay Act ')
  const bill = await app.bill(title, { created_at: nextDate() })
  const comment_id = await addComment(author, bill.bill_id, 'Heard from Bob')
  const cleo = await app.member(uniqueName('cleo'))
  await cleo.call(takeStance, { id: bill.bill_id, stance: 'oppose' })
  await cleo.call(takeStance, { id: bill.bill_id, stance: 'support', change_source: 'comment', comment_id })
  return { title, ...bill }
}
