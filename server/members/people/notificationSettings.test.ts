import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getNotificationSettings, updateNotificationSettings } from '#contract/alerts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

describe('getNotificationSettings', () => {
  // covers ACC-API-38 ACC-SETTINGS-22 ACC-SETTINGS-24
  test('a new member has the defaults', async () => {
    const rosa = await app.member('rosa')
    expect((await rosa.call(getNotificationSettings, {})).settings).toEqual({
      email_new_bills: true,
      email_comments: true,
      email_representatives: true,
      email_digest: 'daily',
      push_notifications: false,
      stance_notifications: true,
      group_notifications: true,
    })
  })

  // covers ACC-SETTINGS-07 ACC-SETTINGS-08 ACC-SETTINGS-23
  test('the settings that a member sends are saved, the others stay, and a request without settings is refused', async () => {
    const sam = await app.member('sam-settings')
    const { settings } = await sam.call(updateNotificationSettings, { email_comments: false })
    expect(settings).toMatchObject({ email_comments: false, email_new_bills: true, email_digest: 'daily' })
    await sam.call(updateNotificationSettings, { email_digest: 'never', stance_notifications: false })
    const response = await sam.call(getNotificationSettings, {})
    expect(response.settings).toMatchObject({
      email_comments: false,
      stance_notifications: false,
      email_digest: 'never',
    })
    expect(response.alerts).toMatchObject({ frequency: 'never', next_digest_at: null })
    expect(await sam.refusal(updateNotificationSettings, {})).toBe('nothing_to_update')
    const body = { email_digest: 'hourly' }
    const wrong = await app.send('PUT', '/api/notifications/settings', { token: sam.token, body })
    expect([wrong.status, wrong.body['error']]).toEqual([400, 'Invalid frequency'])
    for (const email_digest of ['immediate', 'daily', 'weekly', 'never'] as const) {
      const saved = await sam.call(updateNotificationSettings, { email_digest })
      expect(saved.settings.email_digest).toBe(email_digest)
    }
  })
})
