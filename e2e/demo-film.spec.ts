import { expect, test } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

// covers ACC-LOGIN-04 ACC-LOGIN-06 ACC-LOGIN-07 ACC-LOGIN-08 ACC-LOGIN-09 ACC-LOGIN-10 ACC-LOGIN-11
test('the demo opens over a locked page and closes in each of the four ways', async ({ page }) => {
  await page.goto('/login')
  const watch = page.getByRole('button', { name: 'Watch Demo' })
  const demo = page.getByRole('dialog', { name: 'Hurd in 2 minutes' })
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY)

  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 450),
    () => demo.getByRole('button', { name: 'Close' }).first().click(),
    () => demo.getByText('Close', { exact: true }).click(),
  ]
  for (const leave of waysOut) {
    await watch.click()
    await expect(demo.locator('video')).toBeVisible()
    expect(await overflow()).toBe('hidden')
    await leave()
    await expect(demo).toBeHidden()
    expect(await overflow()).toBe('visible')
    await expect(watch).toBeFocused()
  }

  await watch.click()
  await takeScreenshots(page, 'login-demo', { fullPage: false })
  await demo.getByRole('button', { name: 'Get Started' }).click()
  await expect(demo).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeFocused()
})

test('one press plays the demo film, which is not loaded before', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/login')
  const watch = page.getByRole('button', { name: 'Watch Demo' })
  await expect(watch).toBeVisible()
  expect(paths).not.toContain('/demo.webm')
  await watch.click()
  const film = page.getByRole('dialog', { name: 'Hurd in 2 minutes' }).locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
})

// covers ACC-LOGIN-05
test('the demo film lasts 2 minutes, has captions, and has a transcript', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Watch Demo' }).click()
  const demo = page.getByRole('dialog', { name: 'Hurd in 2 minutes' })
  const film = demo.locator('video')
  await expect(film).toHaveAttribute('controls')
  expect(paths, 'the film is not downloaded before it is played').not.toContain('/demo.webm')

  await film.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
  })
  const length = await film.evaluate((video: HTMLVideoElement) => video.duration)
  expect(length).toBeGreaterThanOrEqual(119.5)
  expect(length).toBeLessThanOrEqual(120.5)

  // Captions cover the whole film without a gap, and the last caption ends with the film.
  const captions = () =>
    film.evaluate((video: HTMLVideoElement) => {
      const [track] = video.textTracks
      const cues = [...(track?.cues ?? [])].filter((cue) => cue instanceof VTTCue)
      return { mode: track?.mode, end: cues.at(-1)?.endTime, words: cues.map((cue) => cue.text) }
    })
  await expect.poll(captions).toMatchObject({ mode: 'showing', end: 120 })
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 110
  })
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(109)

  await demo.getByText('Read the transcript').click()
  for (const words of (await captions()).words) await expect(demo.getByText(words)).toBeVisible()
  await takeScreenshots(page, 'login-demo-transcript', { fullPage: false })
})

test('a reader of Spanish reads the captions and the transcript of the film in Spanish', async ({ page }) => {
  await page.goto('/login?lang=es')
  await page.getByRole('button', { name: 'Ver demostración' }).click()
  const demo = page.getByRole('dialog', { name: 'Hurd en 2 minutos' })
  const captions = () =>
    demo.locator('video').evaluate((video: HTMLVideoElement) => {
      const [track] = video.textTracks
      const cues = [...(track?.cues ?? [])].filter((cue) => cue instanceof VTTCue)
      return { language: track?.language, words: cues.map((cue) => cue.text) }
    })
  await expect.poll(captions).toMatchObject({ language: 'es', words: { length: 25 } })
  await demo.getByText('Leer la transcripción').click()
  const { words } = await captions()
  expect(words[0]).toBe('Esto es Hurd: proyectos de ley reales y lo que opinan sus vecinos.')
  for (const line of words) await expect(demo.getByText(line)).toBeVisible()
})
