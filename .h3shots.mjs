import { chromium } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
import { mkdirSync } from 'node:fs'
const b = await findBrowser()
const browser = await chromium.launch({ executablePath: b.path, args: b.args, env: { ...process.env, ...b.env } })
const origin = 'http://localhost:5630'
const out = '/tmp/h3pics'; mkdirSync(out, { recursive: true })
const only = process.argv[2]?.split(',')
async function member(email) {
  const context = await browser.newContext({ locale: 'es-US', timezoneId: 'America/New_York', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (!email) return page
  await page.goto(origin + '/login')
  await page.getByLabel(/Correo electrónico|Nombre de usuario o correo|Correo/).first().fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('hurd-demo-2026')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await page.waitForURL(/feed/)
  return page
}
async function shot(page, name, full = true) {
  for (const [w, h, label] of [[1440, 900, 'd'], [390, 844, 'm']]) {
    await page.setViewportSize({ width: w, height: h })
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${out}/${name}-${label}.png`, fullPage: full && true, animations: 'disabled' }).catch((e) => console.log(name, String(e).slice(0, 100)))
  }
}
async function walk(page, list, prefix) {
  for (const [name, url, act] of list) {
    if (only && !only.includes(name)) continue
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(origin + url).catch(() => {})
    await page.waitForTimeout(1200)
    if (act) await act(page).catch((e) => console.log(name, String(e).slice(0, 200)))
    await shot(page, prefix + name)
  }
}
const v = await member(null)
await walk(v, [['login', '/login'], ['register', '/login?view=register'], ['forgot', '/forgot-password'], ['404', '/no-such'], ['count', '/how-we-count'], ['transparency', '/transparency'], ['bills', '/bills'], ['access', '/accessibility'], ['shared', '/us/119/hr/7892'], ['embed', '/embed']], 'v-')
const m = await member('maya.okafor@example.org')
await walk(m, [['feed', '/feed'], ['updates', '/updates'], ['settings', '/settings'], ['location', '/settings?section=location'], ['privacy', '/settings?section=privacy'], ['notif', '/settings?section=notifications'], ['groups', '/groups'], ['profile', '/profile'], ['elections', '/elections'], ['news', '/news'], ['search', '/search?q=agua'], ['searchw', '/search?q=water'], ['office', '/office'], ['bill', '/us/119/hr/7892'], ['group', '/groups', async (p) => { await p.getByRole('link', { name: 'Estados Unidos' }).first().click(); await p.waitForTimeout(1200) }]], 'm-')
await browser.close()
