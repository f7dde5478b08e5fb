import { updateProfile } from '#contract/people.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const texas = 'ocd-division/country:us/state:tx'

// covers BEY-TERMS-05
test('a member whose district changes sees their current representatives and their district on the next map', async ({
  page,
  app,
}) => {
  const tex = await app.member(uniqueName('tex'))
  await tex.call(updateProfile, { address: '12 Oak Street, Austin, TX 78701' })
  await app.representative(uniqueName('S'), { rep_name: 'Tess Stone', division: texas, district: 'Texas' })
  await app.representative(uniqueName('H'), {
    rep_name: 'Hal Hill',
    title: 'U.S. Representative',
    division: `${texas}/cd:37`,
    district: 'Texas district 37',
  })
  await app.pool`
    insert into district_maps (map_id, organization, jurisdiction, valid_from, source_name)
    values ('cd120', 'us/house', 'ocd-division/country:us', current_date + 40, 'Test records')
    on conflict (map_id) do update set valid_from = excluded.valid_from`
  await app.pool`delete from residence_divisions where user_id = ${tex.user_id} and map_id = 'cd120'`
  await app.pool`
    insert into residence_divisions (user_id, map_id, division, precision)
    values (${tex.user_id}, 'cd120', ${`${texas}/cd:35`}, 'address')`

  await signIn(page, tex)
  await page.goto('/settings?section=location')
  const own = page.getByRole('heading', { name: 'Represents you now' })
  await expect(own).toBeVisible()
  await expect(page.getByText('Hal Hill')).toBeVisible()
  const next = page.getByRole('heading', { name: /^Your district from [A-Z][a-z]+ \d+, \d{4}$/ })
  await expect(next).toBeVisible()
  await expect(page.getByText("Texas's 35th congressional district")).toBeVisible()
  await takeScreenshots(page, 'upcoming-terms', { visible: next })
})

// covers HURD-LANGUAGE-31
test('a member who reads Spanish reads the districts of their representatives in Spanish', async ({
  page,
  app,
}) => {
  const sol = await app.member(uniqueName('sol'))
  await sol.call(updateProfile, { address: '12 Oak Street, Austin, TX 78701' })
  const rep_name = uniqueName('Hope Hill ')
  await app.representative(uniqueName('H'), {
    rep_name,
    title: 'U.S. Representative',
    division: `${texas}/cd:37`,
    district: 'Texas district 37',
  })
  await signIn(page, sol)
  await page.goto('/settings?section=location&lang=es')
  const row = page.getByRole('listitem').filter({ hasText: rep_name })
  await expect(row).toContainText('Texas, distrito 37')
})
