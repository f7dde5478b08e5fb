import { takeStance } from '#contract/bills/bills.ts'
import { addComment, nextDate } from './billSteps.ts'
import { addVote } from './support/everyScreen.ts'
import { hearDiscussedBill, inEachLanguage } from './support/listener.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { startReader } from './support/reader.ts'

// Whole tasks on a bill by keys alone, guided only by what the screen reader speaks.

inEachLanguage(({ language, w, verified }) => {
  // covers HURD-ACCESS-06
  test('a member hears the number of results and finds a bill by search', async ({ page, app }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    const word = uniqueName(`Listensearch${language}`)
    const { bill_code } = await app.bill(`${word} Act`, { created_at: nextDate() })
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto('/feed')
    await reader.tab(`combobox, ${w('Search {site}', { site: 'Hurd' })}, has popup listbox, not expanded`)
    await reader.type(word)
    await reader.hears(
      `polite: ${w('{n} result. Use the arrow keys to choose one.|{n} results. Use the arrow keys to choose one.', { n: 1 })}`,
    )
    await reader.press('ArrowDown')
    await expect
      .poll(async () => (await reader.heard()).join())
      .toContain(`active descendant ${word} Act ${bill_code}`)
    await reader.press('Enter')
    await reader.hears(`heading, ${word} Act, level 1`)
  })

  // covers HURD-ACCESS-06
  test('a member hears the progress, the headings, the summary and the votes of a bill', async ({
    page,
    app,
  }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    const title = uniqueName('Listen Ferry Act ')
    const { bill_id, bill_code, path } = await app.bill(title, {
      created_at: nextDate(),
      summary: 'Ferries carry two lights.',
    })
    await addVote(app, bill_id)
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto(`/${path}`)
    await reader.hears(`heading, ${title}, level 1`)
    await reader.read('Ferries carry two lights.')
    await reader.move('Heading', `heading, ${w('Progress')}, level 2`)
    await reader.read(w('It has been proposed.'))
    await reader.move('Heading', `heading, ${w('Where do you stand?')}, level 2`)
    await reader.read(`radiogroup, ${w('Your stance on {bill_code}', { bill_code })}`)
    await reader.move('Heading', `heading, ${w('Discussion')}, level 2`)
    await reader.move('Heading', `heading, ${w('Votes')}, level 2`)
    await reader.tab(`link, ${w('See all {n} votes|See all {n} votes', { n: 90 })}`)
    await reader.press('Enter')
    await reader.hears('main')
    await reader.move(
      'Heading',
      `heading, ${w('Passed')}, ${w('{yes} to {no}', { yes: 60, no: 30 })}, level 1`,
    )
  })

  // covers HURD-ACCESS-06
  test('a member takes a stance and changes it through a comment', async ({ page, app }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
    const title = uniqueName('Listen Stance ')
    const { bill_id, path } = await app.bill(title, { created_at: nextDate() })
    await bob.call(takeStance, { id: bill_id, stance: 'oppose' })
    await addComment(bob, bill_id, 'Heard from Bob')
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto(`/${path}`)
    await reader.hears(`heading, ${title}, level 1`)
    await reader.tab(`radio, ${w('SUPPORT')}, 0, 0%, not checked, position 1, set size 4`)
    await reader.press('ArrowRight')
    await reader.hears(`radio, ${w('OPPOSE')}, 1, 100%, not checked, position 2, set size 4`)
    await reader.press('ArrowLeft')
    await reader.press('Space')
    await reader.hears(`radio, ${w('SUPPORT')}, 1, 50%, checked, position 1, set size 4`)
    await reader.tab(`button, ${w('Changed my mind')}, not expanded, has popup menu`)
    await reader.press('Enter')
    await reader.hears(`menuitem, ${w('[stance]Oppose')}`)
    await reader.press('Enter')
    await reader.hears(
      `assertive: ${w('You changed your mind from {from} to {to}.', { from: w('[stance]Support'), to: w('[stance]Oppose') })} ${w('{name} will be notified.', { name: 'Bob Brook' })}`,
    )
    await reader.hears(`radio, ${w('OPPOSE')}, 2, 100%, checked, position 2, set size 4`)
    await reader.tab(`button, ${w('Changed your mind')} 1 ${w('so far')}`)
    await reader.tab(`button, ${w('Yes')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Thank you. Your answer is saved.')}`)
  })

  // covers HURD-ACCESS-06
  test('a member comments and replies, and hears that each was posted', async ({ page, app }) => {
    const reader = await hearDiscussedBill(page, app, verified)
    await reader.tab(`textbox, ${w('Add to the discussion')}`)
    await page.keyboard.type('Spoken by Kay')
    await reader.tab(`button, ${w('Post comment')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Comment posted.')}`)
    await reader.tab('link, Bob Brook')
    await reader.tab(`button, ${w('Reply')}, not expanded`)
    await reader.press('Enter')
    await reader.hears(`textbox, ${w('Reply to {name}', { name: 'Bob Brook' })}`)
    await page.keyboard.type('An answer from Kay')
    await reader.tab(`button, ${w('Post reply')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Reply posted.')}`)
    await reader.tab(`button, ${w('Delete')}`)
    await reader.press('Enter')
    await reader.hears(`alertdialog, ${w('Delete comment')}`)
    await reader.hears(`button, ${w('Cancel')}`)
    await reader.tab(`button, ${w('Delete comment')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Comment deleted.')}`)
  })

  // covers HURD-ACCESS-06
  test('a member votes on a comment and hears the new count and state', async ({ page, app }) => {
    const reader = await hearDiscussedBill(page, app, verified)
    await reader.tab(`button, ${w('Upvote')}, 0, not pressed`)
    await reader.press('Enter')
    await reader.hears(`button, ${w('Upvote')}, 1, pressed`)
    await reader.tab(`button, ${w('Downvote')}, 0, not pressed`)
    await reader.press('Space')
    await reader.hears(`button, ${w('Downvote')}, 1, pressed`)
    await reader.tab(`button, ${w('Upvote')}, 0, not pressed`, { key: 'Shift+Tab' })
  })
})
