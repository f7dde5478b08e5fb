import { inEachLanguage } from './support/listener.ts'
import { expect, goodPassword, issueCode, setPassword, signIn, test, uniqueName } from './support/product.ts'
import { startReader } from './support/reader.ts'
import { wordsOf } from './support/words.ts'

// Whole tasks by keys alone, guided only by what the screen reader speaks. listen-bill.spec.ts and listen-people.spec.ts
// continue them.

inEachLanguage(({ language, w, verified }) => {
  // covers HURD-ACCESS-06
  test('a member hears what is wrong with the sign-in, and signs in', async ({ page, app }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    await setPassword(app, kay)
    const reader = await startReader(page)
    await page.goto('/login')
    await reader.move('Heading', `heading, ${w('Sign in')}, level 2`)
    await reader.tab(`button, ${w('Sign in')}`)
    await reader.press('Enter')
    await reader.hears(`textbox, ${w('Email')}, ${w('Email is required')}, invalid`)
    await reader.type(kay.email)
    await reader.tab(`${w('Password')}, ${w('Password is required')}`)
    await reader.type('not the password')
    await reader.press('Enter')
    await reader.hears(`assertive: ${w('Login Failed')} ${w('Invalid email or password')}`)
    await reader.tab(w('Password'), { key: 'Shift+Tab' })
    await reader.type(goodPassword)
    await reader.tab(`button, ${w('Show password')}`)
    await reader.press('Space')
    await reader.hears(`button, ${w('Hide password')}`)
    await reader.press('Space')
    await reader.hears(`button, ${w('Show password')}`)
    await reader.tab(`button, ${w('Sign in')}`)
    await reader.press('Enter')
    await reader.hears('main')
    await expect(page).toHaveURL('/dashboard')
    await reader.move('Heading', `heading, ${w('Bills')}, level 1`)
  })

  // covers HURD-ACCESS-06
  test('a newcomer hears the fields and their errors, and registers with an access code', async ({
    page,
    app,
  }) => {
    const username = uniqueName('listener')
    const reader = await startReader(page)
    await page.goto('/login')
    await reader.tab(`button, ${w('Create account')}`)
    await reader.press('Enter')
    await reader.hears(`heading, ${w('Create account')}, level 2`)
    await reader.tab(`button, ${w('Create account')}`)
    await reader.press('Enter')
    await reader.hears(`group, ${w('Please check {count} fields', { count: 7 })}`)
    await reader.tab(`link, ${w('Full name is required')}`)
    await reader.press('Enter')
    await reader.hears(
      `textbox, ${w('Full name')}, ${w('Shown next to everything you write.')} ${w('Full name is required')}, invalid`,
    )
    await reader.type('Lena Listener')
    await reader.tab(`textbox, ${w('Username')}`)
    await reader.type(username)
    await reader.tab(`textbox, ${w('Email')}`)
    await reader.type(`${username}@example.org`)
    await reader.tab(`textbox, ${w('Access code')}`)
    await reader.type(await issueCode(app))
    await reader.tab(`checkbox, ${w('Skip for now')}, not checked`)
    await reader.press('Space')
    await reader.hears(`checkbox, ${w('Skip for now')}, checked`)
    await reader.tab(w('Password'))
    await reader.type(goodPassword)
    await reader.tab(w('Confirm password'))
    await reader.type('another password')
    await reader.press('Enter')
    await reader.hears(`group, ${w('Please check 1 field')}`)
    await reader.tab(`link, ${w('Passwords do not match')}`)
    await reader.press('Enter')
    await reader.hears(
      `${w('Confirm password')}, another password, ${w('Enter the same password')} ${w('Passwords do not match')}`,
    )
    await reader.type(goodPassword)
    await reader.press('Enter')
    await reader.hears('main')
    await expect(page).toHaveURL('/dashboard')
    await reader.move('Heading', `heading, ${w('What do you care about?')}, level 2`)
  })

  // covers HURD-ACCESS-06
  test('a member changes notifications, privacy and language, hears each change, and signs out', async ({
    page,
    app,
  }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    await setPassword(app, kay)
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto('/settings')
    await reader.tab(`tab, ${w('Account')}, selected`)
    await reader.press('ArrowDown', 'ArrowDown')
    await reader.hears(`tab, ${w('Privacy')}, not selected`)
    await reader.press('Enter')
    await reader.hears(`tab, ${w('Privacy')}, selected`)
    await reader.tab(`switch, ${w('My profile shows my stances')}`)
    await reader.press('Space')
    await reader.hears(`polite: ${w('Saved')}`)
    await reader.tab(`tab, ${w('Privacy')}, selected`, { key: 'Shift+Tab' })
    await reader.press('ArrowDown')
    await reader.press('Enter')
    await reader.hears(`tab, ${w('Notifications')}, selected`)
    await reader.tab(`switch, ${w('New bills')}`)
    await reader.press('Space')
    await reader.hears(
      `switch, ${w('New bills')}, ${w('Your emails name new bills of your places and topics.')}, not checked`,
    )
    await reader.tab(`button, ${w('Save changes')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Saved')}`)
    await reader.tab(`tab, ${w('Notifications')}, selected`, { key: 'Shift+Tab' })
    await reader.press('ArrowDown')
    await reader.press('Enter')
    await reader.hears(`tab, ${w('Account')}, selected`)
    const other = language === 'en' ? 'Español' : 'English'
    await reader.tab(`link, ${other}`)
    await reader.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'es' : 'en')
    const after = wordsOf(language === 'en' ? 'es' : 'en')
    await reader.tab(
      `button, ${after('<hidden>Account menu of </hidden><name>{member}</name>', { member: 'Kay Keys' })}`,
    )
    await reader.press('Enter')
    await reader.hears(`menu, ${after('Account')}`)
    await reader.tab(`menuitem, ${after('Sign Out')}`, { key: 'ArrowDown' })
    await reader.press('Enter')
    await expect(page).toHaveURL('/login')
    await reader.move('Heading', `heading, ${after('Sign in')}, level 2`)
  })
})
