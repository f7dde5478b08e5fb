import sharp from 'sharp'
import { expect, test } from 'vitest'
import { defaultBranding, type Branding } from '#contract/branding/branding.ts'
import { versionOf } from './sharedHead.ts'
import { drawSharePicture, pictureSize, type SharedBill } from './sharePicture.ts'

const bill: SharedBill = {
  bill_code: 'Int 655-2026',
  title: 'Expanding access to roadway cafes',
  summary: 'Restaurants could put tables in the parking lane all year.',
  government_level: 'local',
  jurisdiction: 'ocd-division/country:us/state:ny/place:new_york',
  status: 'pending',
  support_count: 8,
  oppose_count: 6,
  neutral_count: 3,
  learning_count: 3,
}

// covers HURD-BRAND-15
test('the picture of a link names the instance, and its address changes with the name', async () => {
  const logo = { url: '/logo/0123456789abcdef.png', width: 480, height: 96 }
  const brandings: Branding[] = [
    defaultBranding,
    { ...defaultBranding, name: 'Springfield Forum' },
    { ...defaultBranding, name: 'The very long name of a civic association' },
    { ...defaultBranding, logo },
  ]
  const versions = brandings.map((branding) => versionOf(bill, branding))
  expect(new Set(versions).size).toBe(brandings.length)
  const pictures: string[] = []
  for (const branding of brandings) {
    // oxlint-disable-next-line no-await-in-loop -- each picture takes a whole processor
    const picture = await drawSharePicture(bill, branding)
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await sharp(picture).metadata()).toMatchObject(pictureSize)
    pictures.push(picture.toString('base64'))
  }
  expect(new Set(pictures).size).toBe(brandings.length)
})
