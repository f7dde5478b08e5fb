import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pictureMaxBytes, uploadPicture } from '#contract/people.ts'
import { importPortraits } from '#server/legislation/representatives/portraits.ts'
import { failWithoutMessage, refuseWith } from './billSteps.ts'
import { hold, openProfile, section } from './profileSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const picturePath = uploadPicture.path
const control = (page: Page) => section(page, 'Profile')
const button = (page: Page, name: string) => control(page).getByRole('button', { name, exact: true })
const picture = (page: Page) => control(page).locator('img')

const types = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const

async function draw(type: keyof typeof types): Promise<Buffer> {
  const square = sharp({ create: { width: 240, height: 240, channels: 3, background: '#5b2d87' } })
  if (type === 'jpg') return square.jpeg().toBuffer()
  return type === 'png' ? square.png().toBuffer() : square.webp().toBuffer()
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await control(page)
    .getByRole('button', { name: /(Upload|Change) Photo/ })
    .press('Enter')
  await (await chooser).setFiles({ name, mimeType, buffer })
}

// covers ACC-PROFILE-52 ACC-PICTURE-01 ACC-PICTURE-02 ACC-PICTURE-03 ACC-PICTURE-04 ACC-PICTURE-05 ACC-PICTURE-06
// covers ACC-PICTURE-07 ACC-PICTURE-08 ACC-PICTURE-09 ACC-PICTURE-10 ACC-API-27
test('a photo is chosen, previewed, discarded or saved, and removed, with the keyboard alone', async ({
  page,
  app,
}) => {
  const maya = await app.member(uniqueName('maya'), { full_name: 'Maya Okafor' })
  await openProfile(page, maya)
  await expect(button(page, 'Upload Photo')).toBeVisible()
  await expect(control(page).getByText('Recommended size: 200x200 px')).toBeVisible()
  await expect(control(page).getByText('MO', { exact: true })).toBeVisible()
  await expect(button(page, 'Remove')).toHaveCount(0)

  await choose(page, 'me.png', types.png, await draw('png'))
  await expect(picture(page)).toHaveAttribute('src', /^data:image\/png/)
  await expect(button(page, 'Save')).toBeFocused()
  await takeScreenshots(page, 'profile-picture-preview')
  await button(page, 'Cancel').press('Enter')
  await expect(control(page).getByText('MO', { exact: true })).toBeVisible()
  await expect(button(page, 'Upload Photo')).toBeFocused()

  await choose(page, 'me.png', types.png, await draw('png'))
  const release = await hold(page, picturePath, 'POST')
  const sent = page.waitForRequest(`**${picturePath}`)
  await button(page, 'Save').press('Enter')
  await expect(button(page, 'Uploading...')).toBeVisible()
  const { authorization, 'content-type': type } = await (await sent).allHeaders()
  expect(authorization).toBe(`Bearer ${maya.token}`)
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  release()
  await expect(button(page, 'Change Photo')).toBeFocused()
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/uploads\//)
  await page.reload()
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  expect(
    await picture(page).evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(400)

  await button(page, 'Remove').press('Enter')
  await expect(control(page).getByText('MO', { exact: true })).toBeVisible()
  await expect(button(page, 'Upload Photo')).toBeFocused()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await page.unrouteAll()
})

// covers ACC-PICTURE-11 ACC-PICTURE-12 ACC-PICTURE-13
for (const type of ['jpg', 'png', 'webp'] as const) {
  test(`a .${type} is accepted`, async ({ page, app }) => {
    await openProfile(page, await app.member(uniqueName('maya')))
    await choose(page, `me.${type}`, types[type], await draw(type))
    await button(page, 'Save').click()
    await expect(button(page, 'Change Photo')).toBeVisible()
  })
}

// covers ACC-PICTURE-14 ACC-PICTURE-15 ACC-PICTURE-16
test('a file of another type or above 5 MB is refused before it is sent', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  const alert = control(page).getByRole('alert')
  await choose(page, 'me.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(alert).toHaveText('Invalid file type. Only JPEG, PNG, and WebP images are allowed.')
  await takeScreenshots(page, 'profile-picture-refused', { fullPage: false })
  const drawn = await draw('png')
  const padded = (size: number) => Buffer.concat([drawn, Buffer.alloc(size - drawn.length)])
  await choose(page, 'me.png', types.png, padded(pictureMaxBytes + 1))
  await expect(alert).toHaveText('File too large. Maximum size is 5MB.')
  await expect(button(page, 'Save')).toHaveCount(0)
  await choose(page, 'me.png', types.png, padded(pictureMaxBytes))
  await button(page, 'Save').click()
  await expect(button(page, 'Change Photo')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('the server checks the content of a file that only claims to be a picture', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  await choose(page, 'me.png', types.png, Buffer.from('GIF89a'))
  await button(page, 'Save').click()
  await expect(control(page).getByRole('alert')).toHaveText(
    'Invalid file type. Only JPEG, PNG, and WebP images are allowed.',
  )
})

// covers ACC-PICTURE-17
test('a file that cannot be read is refused with a message', async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.defineProperty(FileReader.prototype, 'readAsDataURL', {
      value(this: FileReader) {
        this.dispatchEvent(new ProgressEvent('error'))
      },
    })
  })
  await openProfile(page, await app.member(uniqueName('maya')))
  await choose(page, 'me.png', types.png, await draw('png'))
  await expect(control(page).getByRole('alert')).toHaveText('Upload failed')
  await expect(button(page, 'Save')).toHaveCount(0)
})

// covers ACC-PICTURE-17 ACC-PICTURE-18
test('an upload and a removal that fail say why and can be retried', async ({ page, app }) => {
  await openProfile(page, await app.member(uniqueName('maya')))
  const alert = control(page).getByRole('alert')
  await choose(page, 'me.png', types.png, await draw('png'))
  for (const [fail, message] of [
    [refuseWith('No room'), 'No room'],
    [failWithoutMessage, 'Upload failed'],
  ] as const) {
    await page.route(`**${picturePath}`, fail)
    await button(page, 'Save').click()
    await expect(alert).toHaveText(message)
    await page.unroute(`**${picturePath}`)
  }
  await button(page, 'Save').click()
  await expect(alert).toHaveCount(0)
  for (const [fail, message] of [
    [refuseWith('Not now'), 'Not now'],
    [failWithoutMessage, 'Delete failed'],
  ] as const) {
    await page.route(`**${picturePath}`, fail)
    await button(page, 'Remove').click()
    await expect(alert).toHaveText(message)
    await page.unroute(`**${picturePath}`)
  }
  await button(page, 'Remove').click()
  await expect(button(page, 'Upload Photo')).toBeVisible()
})

// covers HURD-PORTRAIT-01
test('a representative has the imported portrait, which comes from this server', async ({ page, app }) => {
  const rep_id = uniqueName('portrait')
  await app.pool`
    insert into representatives (rep_id, rep_name, source_name, source_checked_at)
    values (${rep_id}, 'Quinn Example', 'A roster', now())`
  const folder = await mkdtemp(join(tmpdir(), 'hurd-portrait-'))
  const path = join(folder, `${rep_id}.jpg`)
  const bytes = await draw('jpg')
  await writeFile(path, bytes)
  await importPortraits(app.pool, app.storage, [{ path, size: bytes.length }])
  await rm(folder, { recursive: true })
  await signIn(page, await app.member(uniqueName('reader')))
  const loaded = page.waitForResponse('**/uploads/*-80.webp')
  await page.goto(`/representatives/${rep_id}`)
  expect((await loaded).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Quinn Example' })).toBeVisible()
  await expect(page.getByText('QE', { exact: true })).toHaveCount(0)
})
