import { followTarget } from '#contract/alerts.ts'
import { createGroupPost } from '#contract/groups.ts'
import { addComment, nextDate } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { inEachLanguage } from './support/listener.ts'
import { signIn, test, uniqueName } from './support/product.ts'
import { startReader } from './support/reader.ts'

// Whole tasks with topics, representatives, updates and groups by keys alone, guided only by what the screen reader speaks.

inEachLanguage(({ w, verified }) => {
  // covers HURD-ACCESS-06
  test('a member follows a topic and a representative and hears it', async ({ page, app }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    const title = uniqueName('Listen Topic ')
    const { path } = await app.bill(title, {
      created_at: nextDate(),
      topics: ['health'],
    })
    const rep_id = uniqueName('listen-rep-')
    await app.representative(rep_id, { rep_name: 'Rita Reader', division: uniquePlace('listen').division })
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto(`/${path}`)
    await reader.hears(`heading, ${title}, level 1`)
    const topic = w('Health')
    await reader.tab(`button, ${w('Follow')} ${topic}, not pressed`)
    await reader.press('Enter')
    await reader.hears(`button, ${w('Follow')} ${topic}, pressed`)
    await page.goto(`/representatives/${rep_id}`)
    await reader.move('Heading', 'heading, Rita Reader, level 1')
    await reader.tab(`button, ${w('Follow {name}', { name: 'Rita Reader' })}, not pressed`)
    await reader.press('Enter')
    await reader.hears(`button, ${w('Follow {name}', { name: 'Rita Reader' })}, pressed`)
  })

  // covers HURD-ACCESS-06
  test('a member writes to a representative and hears errors and what happened to the message', async ({
    page,
    app,
  }) => {
    const { division } = uniquePlace('listenwrite')
    const kay = await app.resident(uniqueName('kay'), division, verified)
    const rep_id = uniqueName('listen-rep-')
    await app.representative(rep_id, { rep_name: 'Rita Reader', division })
    const reader = await startReader(page)
    await signIn(page, kay)
    const title = uniqueName('Listen Letter ')
    const { path } = await app.bill(title, { created_at: nextDate() })
    await page.goto(`/${path}`)
    await reader.hears(`heading, ${title}, level 1`)
    await reader.tab(`button, ${w('Contact My Representative')}`)
    await reader.press('Enter')
    await reader.hears(`heading, ${w('Contact my representative')}, level 2`)
    await reader.tab(`textbox, ${w('Subject')}`)
    await reader.press('ControlOrMeta+a', 'Delete')
    await reader.tab(`button, ${w('Save message')}`)
    await reader.press('Enter')
    await reader.hears(`assertive: ${w('Please fill in all fields')}`)
    await reader.tab(`textbox, ${w('Subject')}`, { key: 'Shift+Tab' })
    await reader.type('The harbour')
    await reader.tab(`textbox, ${w('Message')}`)
    await reader.type('Please read this.')
    await reader.tab(`button, ${w('Save message')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Saved, not sent')}`)
    await reader.move('Heading', `heading, ${w('Saved, not sent')}, level 3`)
  })

  // covers HURD-ACCESS-06
  test('a member reads the updates, hears how many are new, and opens one', async ({ page, app }) => {
    const kay = await app.member(uniqueName('kay'), verified)
    const bob = await app.member(uniqueName('bob'), { full_name: 'Bob Brook' })
    const title = uniqueName('Listen Update ')
    const { bill_id } = await app.bill(title, { created_at: nextDate() })
    await kay.call(followTarget, { target_type: 'bill', target_id: bill_id })
    const mine = await addComment(kay, bill_id, 'Spoken by Kay')
    await addComment(bob, bill_id, 'An answer from Bob', mine)
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto('/feed')
    await reader.hears(`polite: ${w('{n} unread notification|{n} unread notifications', { n: 1 })}`)
    await page.goto('/updates')
    await reader.move('Heading', `heading, ${w('Updates')}, level 1`)
    await reader.move('Heading', `heading, ${w('Recent Activity {count}', { count: 1 })}, level 2`)
    await reader.read('“')
    await reader.tab(`button, ${w('Bills')}, not pressed`)
    await reader.press('Enter')
    await reader.hears(`button, ${w('Bills')}, pressed`)
    await reader.tab(`button, ${w('For you')} ${w('{count} new', { count: 1 })}, not pressed`, {
      key: 'Shift+Tab',
    })
    await reader.press('Enter')
    await reader.hears(`button, ${w('For you')} ${w('{count} new', { count: 1 })}, pressed`)
    await reader.tab(`button, ${w('Reply<hidden> to {name}</hidden>', { name: 'Bob Brook' })}, not expanded`)
    await reader.tab(`link, ${w('Read the thread<hidden> with {name}</hidden>', { name: 'Bob Brook' })}`)
    await reader.press('Enter')
    await reader.hears(`dialog, ${title}`)
  })

  // covers HURD-ACCESS-06
  test('a member joins a group, posts and hears it', async ({ page, app }) => {
    const { name, division } = uniquePlace('listengroup')
    const kay = await app.resident(uniqueName('kay'), division, verified)
    const bob = await app.resident(uniqueName('bob'), division, { full_name: 'Bob Brook' })
    const id = await app.groupOf(division)
    await bob.call(createGroupPost, { id, content: 'Bob has the word' })
    const reader = await startReader(page)
    await signIn(page, kay)
    await page.goto(`/groups/${id}`)
    await reader.move('Heading', `heading, ${name}`)
    await reader.tab(`button, ${w('Follow')} ${name}, not pressed`)
    await reader.press('Enter')
    await reader.hears(`button, ${w('Following')} ${name}, pressed`)
    await reader.tab(`tab, ${w('[group]Feed')}, selected`)
    await reader.tab(`textbox, ${w('Write a post')}`)
    await page.keyboard.type('Spoken by Kay')
    await reader.tab(`button, ${w('POST')}`)
    await reader.press('Enter')
    await reader.hears(`polite: ${w('Post published.')}`)
    await reader.tab(`button, ${w('Like, {count}', { count: 0 })}, not pressed`)
    await reader.press('Space')
    await reader.hears(`button, ${w('Like, {count}', { count: 1 })}, pressed`)
  })
})
