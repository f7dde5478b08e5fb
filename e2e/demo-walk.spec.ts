import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import * as z from 'zod'
import { demoPassword } from '#server/operations/seed/demo/demoMembers.ts'
import { seedIfEmpty } from '#server/operations/seed/seed.ts'
import { sendDueDigests } from '#server/participation/alerts/digests/digest.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { openBill } from './billSteps.ts'
import { dist, expect, test } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const Connection = z.object({ connectParams: z.object({ hostname: z.string() }) })

/** Collects the names of the hosts, other than this machine, to which this process sends requests. */
function watchNetwork() {
  const hosts: string[] = []
  const onConnect = (message: unknown) => {
    const { hostname } = Connection.parse(message).connectParams
    if (hostname !== '127.0.0.1' && hostname !== 'localhost') hosts.push(hostname)
  }
  subscribe('undici:client:beforeConnect', onConnect)
  return { hosts, stop: () => unsubscribe('undici:client:beforeConnect', onConnect) }
}

// covers BEY-VOTES-20
test('a resident of Brooklyn sees the progress of a bill, two versions, the votes of their representatives and a weekly email', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const network = watchNetwork()
  const demo = await startTestServer({}, dist)
  try {
    await seedIfEmpty(demo.pool, true, () => {})
    const outside: string[] = []
    await page.route('**/*', (route) => {
      if (new URL(route.request().url()).origin === demo.origin) return route.continue()
      outside.push(route.request().url())
      return route.abort()
    })

    await page.goto(`${demo.origin}/login`)
    await page.getByLabel('Email').fill('maya.okafor@example.org')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()

    await page.goto(`${demo.origin}/us/119/s/1582`)
    const bill = openBill(page)
    const progress = bill.getByRole('region', { name: 'Progress' })
    await expect(progress.getByRole('listitem')).toHaveCount(6)
    await expect(progress.getByText('All steps are done.')).toBeVisible()
    const votes = bill.getByRole('region', { name: 'Votes' })
    const house = votes.getByRole('article').filter({ hasText: 'July 17, 2025' })
    await expect(house.getByRole('list', { name: 'How your representatives voted' })).toHaveText(
      /Yvette D. Clarke.*Voted no/,
    )
    const senate = votes.getByRole('article').filter({ hasText: 'June 17, 2025' })
    const senators = senate.getByRole('list', { name: 'How your representatives voted' })
    await expect(senators.getByRole('listitem').filter({ hasText: 'Gillibrand' })).toContainText('Voted yes')
    await expect(senators.getByRole('listitem').filter({ hasText: 'Schumer' })).toContainText('Voted no')
    await takeScreenshots(page, 'demo-votes', { fullPage: false, visible: votes })

    await page.goto(`${demo.origin}/us/119/hr/99903`)
    await expect(bill.getByText('You are here')).toBeVisible()
    await expect(bill.getByText('(invented example)').first()).toBeVisible()
    await expect(bill.getByText('This bill changed after you took your stance.')).toHaveCount(0)
    await takeScreenshots(page, 'demo-example', { fullPage: false })
    await bill.getByRole('link', { name: 'See what changed', exact: true }).click()
    await expect(page.getByText('2 of 6 sections changed, 1 added, 2 moved.')).toBeVisible()
    await expect(page.locator('del').first()).toContainText('300')
    await expect(page.locator('ins').first()).toContainText('500')
    await takeScreenshots(page, 'demo-compare')

    await sendDueDigests(demo.pool, demo.origin)
    const [email] = await demo.pool<{ subject: string; text: string }[]>`
      select subject, text from emails where to_address = 'maya.okafor@example.org' and purpose = 'alert_digest'`
    expect(email?.subject).toMatch(/^.+: .+ \(and \d+ more\)$/)
    expect(email?.text).toMatch(/You follow this bill\./)
    expect([...network.hosts, ...outside]).toEqual([])
  } finally {
    network.stop()
    await demo.close()
  }
})
