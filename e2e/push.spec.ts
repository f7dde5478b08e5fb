import type { BrowserContext, Page, Worker } from '@playwright/test'
import { getNotificationSettings } from '#contract/alerts.ts'
import { postComment } from '#contract/discussions.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getPush } from '#contract/push.ts'
import { openPushService } from '#server/testing/external/pushService.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { dist, expect, signIn, test, uniqueName, type TestServer } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

test.use({ serviceWorkers: 'allow' })

/*
 * Chromium without a window refuses to show notifications, and subscribes only through its vendor's service. These scripts stand for
 * both at the edge of the browser. The pages, the worker, the server and the encryption are real.
 */

/** Runs in the worker. It keeps what the browser would show, and counts the messages that the worker has read. */
const keepShown = `(() => {
  self.shown = []
  self.received = 0
  const { json } = PushMessageData.prototype
  PushMessageData.prototype.json = function () {
    self.received += 1
    return json.call(this)
  }
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown = self.shown.filter(({ tag }) => tag !== options.tag)
    const close = () => { self.shown = self.shown.filter((other) => other !== notification) }
    const notification = { title, ...options, close }
    self.shown.push(notification)
  }
  ServiceWorkerRegistration.prototype.getNotifications = async () => self.shown
})()`

/** Runs in the worker. Only a real press may focus a window. The rest of what the press does is the worker's own. */
const pressNotification = `(() => {
  WindowClient.prototype.focus = async function () { return this }
  const [notification] = self.shown
  dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
})()`

/** Runs in the worker, after the browser has replaced its subscription. */
const replaceSubscription = `(() => {
  PushManager.prototype.subscribe = async () => null
  dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))
})()`

type Shown = { title: string; body: string; lang: string; data: string }

function shown(worker: Worker): Promise<Shown[]> {
  return worker.evaluate<Shown[]>(
    'self.shown.map(({ title, body, lang, data }) => ({ title, body, lang, data }))',
  )
}

const settings = '/settings?section=notifications'
const toggle = (page: Page) => page.locator('[name=push_notifications]')

type Browser = ReturnType<Awaited<ReturnType<typeof openPushService>>['browser']>

/** The member allows notifications when asked, and the page subscribes at a service on this machine. Returns a function that replaces the subscription. */
async function subscribeHere(page: Page, { subscription }: Browser) {
  await page.addInitScript(({ endpoint: first, ...keys }) => {
    const item = 'endpoint of the browser'
    Object.defineProperty(Notification, 'permission', {
      get: () => sessionStorage.getItem('permission') ?? 'default',
    })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permission', 'granted')
      return 'granted'
    }
    const read = () => {
      const endpoint = sessionStorage.getItem(item)
      const unsubscribe = async () => {
        sessionStorage.removeItem(item)
        return true
      }
      return endpoint === null ? null : { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => read(),
      subscribe: async () => {
        sessionStorage.setItem(item, first)
        return read()
      },
    })
  }, subscription)
  return (endpoint: string) =>
    page.evaluate((to) => sessionStorage.setItem('endpoint of the browser', to), endpoint)
}

/** Returns the worker of the page, and a function that hands it a message, as the browser does when a push service sends one. */
async function openPushes(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  const { origin } = new URL(page.url())
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(keepShown)
  let sent = 0
  async function push(message: unknown) {
    sent += 1
    const data = JSON.stringify(message)
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(() => worker!.evaluate('self.received')).toBe(sent)
    // The worker looks into its caches before it shows a message. This later look ends after that one.
    await worker!.evaluate('caches.match("/none")')
  }
  return { worker: worker!, push }
}

/** Somebody answers the member's comment. */
async function causeNotification(app: TestServer, person: Awaited<ReturnType<TestServer['member']>>) {
  const other = await app.member('answering')
  const { bill_id } = await app.bill('Bike Lanes on Main Street')
  const general = { id: bill_id, category_id: 'general-discussion' } as const
  const { comment } = await person.call(postComment, { ...general, content: 'Who paints the lanes?' })
  await other.call(postComment, {
    ...general,
    content: 'The city does.',
    parent_comment_id: comment.comment_id,
  })
  const [notification] = (await person.call(listNotifications, {})).notifications
  return { bill_id, notification: notification! }
}

// covers ACC-SETTINGS-08 HURD-PUSH-14
test('the switch says why this device shows no notifications while the browser blocks them', async ({
  page,
  app,
}) => {
  await signIn(page, await app.member(uniqueName('blocked')))
  await page.goto(settings)
  await expect(toggle(page)).toBeDisabled()
  await expect(page.getByText('Your browser blocks notifications of this site.')).toBeVisible()
  await takeScreenshots(page, 'settings-push-blocked', { fullPage: false })
})

// covers HURD-PUSH-14
test('the switch says so where the browser knows no notifications', async ({ page, app }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await signIn(page, await app.member(uniqueName('old')))
  await page.goto(settings)
  await expect(toggle(page)).toBeDisabled()
  await expect(page.getByText("This browser can't show notifications of websites.")).toBeVisible()
})

/** Starts the product with a push service on this machine, and a member who has opened the notification settings. */
async function openProduct(page: Page) {
  const service = await openPushService()
  const app = await startTestServer({ pushServices: [service.origin] }, dist)
  const browser = service.browser()
  const replaceEndpoint = await subscribeHere(page, browser)
  const maya = await app.member('maya')
  await signIn(page, maya, app.origin)
  await page.goto(app.origin + settings)
  const close = async () => {
    await page.close()
    await app.close()
    await service.close()
  }
  return { app, service, browser, replaceEndpoint, maya, close }
}

async function turnOn(page: Page) {
  // The switch is disabled until the server has said whether it offers notifications.
  await expect(toggle(page)).toBeEnabled()
  await toggle(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible()
  await expect(toggle(page)).toBeChecked()
}

// covers HURD-PUSH-15 HURD-PUSH-16
test('a member turns notifications on, sees one that opens its subject, and sees none after signing out', async ({
  page,
  context,
}) => {
  test.slow()
  const { app, browser, maya, close } = await openProduct(page)
  await expect(toggle(page)).not.toBeChecked()
  await turnOn(page)
  await takeScreenshots(page, 'settings-push-on', { fullPage: false })
  expect((await maya.call(getNotificationSettings, {})).settings.push_notifications).toBe(true)
  await page.reload()
  await expect(toggle(page)).toBeChecked()
  await page.getByRole('tab', { name: 'Account' }).click()
  await expect(page.getByText('Shows notifications.')).toBeVisible()

  const { worker, push } = await openPushes(context, page)
  const { bill_id, notification } = await causeNotification(app, maya)
  await expect.poll(() => browser.messages().length).toBe(1)
  const [message] = browser.messages()
  const { notification: content } = message!
  await push({
    ...message,
    subscription_id: maya.user_id,
    notification: { ...content, id: maya.user_id, message: 'For the member before' },
  })
  expect(await shown(worker)).toEqual([])
  await push(message)
  const path = `/feed?highlight=${bill_id}&comment=${notification.data.comment_id}`
  await expect
    .poll(() => shown(worker))
    .toEqual([{ title: 'Hurd', body: notification.message, lang: 'en', data: path }])

  await worker.evaluate(pressNotification)
  await expect(page.getByText('The city does.')).toBeVisible()
  expect(await shown(worker)).toEqual([])

  await push(message)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  await page.goto(`${app.origin}/feed`)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect.poll(() => shown(worker)).toEqual([])
  await push(message)
  expect(await shown(worker)).toEqual([])
  await close()
})

// covers HURD-PUSH-17
test('turning notifications off ends them, and a subscription that the browser replaces is renewed', async ({
  page,
  context,
}) => {
  test.slow()
  const { service, browser, replaceEndpoint, maya, close } = await openProduct(page)
  await turnOn(page)
  const other = service.browser().endpoint
  const endpoint = async () => (await maya.call(getPush, {})).device?.endpoint ?? null
  expect(await endpoint()).toBe(browser.endpoint)
  await replaceEndpoint(other)
  // The listener of the page is loaded some seconds after the first screen, so the change is repeated until it is heard.
  const { worker } = await openPushes(context, page)
  await expect
    .poll(async () => {
      await worker.evaluate(replaceSubscription)
      return endpoint()
    })
    .toBe(other)

  await toggle(page).click()
  await expect.poll(endpoint).toBeNull()
  await expect(toggle(page)).not.toBeChecked()
  await expect(toggle(page)).toBeEnabled()
  expect((await maya.call(getNotificationSettings, {})).settings.push_notifications).toBe(false)
  expect(await page.evaluate(() => sessionStorage.getItem('endpoint of the browser'))).toBeNull()
  await close()
})

// covers HURD-PUSH-15
test('the switch stays off and says why if the member refuses the permission', async ({ page }) => {
  const { maya, close } = await openProduct(page)
  await page.evaluate(() => {
    Notification.requestPermission = async () => 'denied'
  })
  await toggle(page).click()
  await expect(page.getByRole('alert')).toHaveText("Your browser didn't allow notifications.")
  await expect(toggle(page)).not.toBeChecked()
  expect((await maya.call(getPush, {})).device).toBeNull()
  await close()
})
