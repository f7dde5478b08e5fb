import { setTotals, openProfile, section } from './profileSteps.ts'
import { expect, test, uniqueName } from './support/product.ts'

const levels = [
  ['gold', [100, 0, 0]],
  ['silver', [50, 0, 0]],
  ['bronze', [10, 0, 0]],
  ['new', [9, 0, 0]],
] as const

// covers CIV-CONSTANTS-05 CIV-CONSTANTS-06 CIV-CONSTANTS-07 CIV-CONSTANTS-08
test('the ring of a portrait has the color of the engagement level', async ({ page, app }) => {
  const viewer = await app.member(uniqueName('viewer'))
  const colors = new Set<string>()
  for (const [level, totals] of levels) {
    const member = await app.member(uniqueName(level))
    await setTotals(app, member, [...totals])
    await openProfile(page, viewer, member.username)
    const portrait = section(page, 'Profile').getByRole('img', { name: `${level} engagement level` })
    await expect(portrait).toBeVisible()
    const { ring, background } = await portrait.evaluate((element, name) => {
      const probe = document.createElement('span')
      probe.style.color = `var(--color-level-${name})`
      element.append(probe)
      const ring = getComputedStyle(probe).color
      probe.remove()
      return { ring, background: getComputedStyle(element).backgroundImage }
    }, level)
    expect(background, level).toContain(ring)
    colors.add(ring)
  }
  expect(colors.size).toBe(4)
})
