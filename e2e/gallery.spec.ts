import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from './support/product.ts'

const script = fileURLToPath(new URL('../scripts/gallery.ts', import.meta.url))

/** Runs the gallery with these options, on a database server of its own. */
function runGallery(...options: string[]) {
  const env = { ...process.env, TEST_DATABASE_URL: undefined }
  return promisify(execFile)(process.execPath, [script, ...options], { env })
}

// covers HURD-GALLERY-01
test('the gallery shows a screen without records in its sizes and themes, and its filters leave what was chosen', async ({
  page,
}, testInfo) => {
  test.slow()
  const folder = testInfo.outputPath('gallery')
  const only = ['--screen', 'updates', '--screen', 'how-we-count', '--state', 'empty']
  const { stdout } = await runGallery(...only, '--width', '390', '--width', '1440', '--folder', folder)
  expect(stdout).toMatch(/^2 rows, 0 of them not in their state, in \d+ s: /m)

  await page.goto(pathToFileURL(`${folder}/index.html`).href)
  const rows = page.locator('tbody tr:visible')
  const pictures = page.locator('td:visible img')
  await expect(rows).toHaveCount(2)
  await expect(pictures).toHaveCount(8)
  await page.getByLabel('screen').selectOption('updates')
  await page.getByLabel('theme').selectOption('dark')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('status')).toHaveText('1 rows')
  await expect(pictures).toHaveCount(2)
  await page.getByLabel('width').selectOption('390')
  const picture = page.getByRole('img', { name: 'updates, empty, en, 390 px, dark' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(390)
  await page.getByRole('link').click()
  await expect(page).toHaveURL(/updates\/empty-en-390-dark\.jpg$/)
  expect((await stat(`${folder}/updates/empty-en-1440-light.jpg`)).size).toBeGreaterThan(5_000)
  await rm(folder, { recursive: true })
})

// covers HURD-GALLERY-01
test('the gallery names the screens that exist when it is called with another', async () => {
  const refusal = runGallery('--screen', 'billboard')
  await expect(refusal).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is no screen "billboard"\. These exist: .*\bbill\b/),
  })
})
