import { takeStance } from '#contract/bills/bills.ts'
import { addComment, openBill } from './billSteps.ts'
import { expect, signIn, test, uniqueName } from './support/product.ts'
import { takeScreenshots } from './support/screenshots.ts'

const state = 'ocd-division/country:us/state:mt'

// covers HURD-LANGUAGE-06
test('a bill is read in Spanish, its title and summary stay marked as English, and so does the letter to the office', async ({
  page,
  app,
}) => {
  await app.representative(uniqueName('mt-'), {
    rep_name: 'Marta Reyes',
    title: 'Governor',
    government_level: 'state',
    organization: 'mt/governor',
    division: state,
    party: 'Democratic',
  })
  const luz = await app.resident(uniqueName('luz'), state)
  const ana = await app.resident(uniqueName('ana'), state)
  const title = uniqueName('Lantern Act ')
  const { bill_id } = await app.bill(title, {
    government_level: 'state',
    jurisdiction: state,
    summary: 'Pays for lanterns on bridges.',
  })
  await ana.call(takeStance, { id: bill_id, stance: 'oppose' })
  await luz.call(takeStance, { id: bill_id, stance: 'support' })
  await addComment(ana, bill_id, 'Too bright for my street.')
  await signIn(page, luz)

  await page.goto(`/feed?highlight=${bill_id}&lang=es`)
  const bill = openBill(page)
  await expect(bill.getByRole('radio', { name: /^APOYO, 1/ })).toBeChecked()
  await expect(bill.getByRole('heading', { name: 'Debate', exact: true })).toBeVisible()
  await expect(bill.getByRole('button', { name: 'Publicar comentario' })).toBeVisible()
  const name = bill.getByText(title).first()
  expect(await name.evaluate((heading) => heading.closest('[lang]')?.getAttribute('lang') ?? null)).toBe('en')
  await takeScreenshots(page, 'spanish-bill')

  await bill.getByRole('button', { name: 'Escribir a mi representante' }).click()
  const letter = bill.getByLabel('Mensaje', { exact: true })
  await expect(letter).toHaveValue(/^\w+ Marta Reyes,\n\nI am writing as your constituent/)
  await expect(letter).toHaveAttribute('lang', 'en')

  await page.goto(`/feed?highlight=${bill_id}&lang=en`)
  await expect(openBill(page).getByRole('radio', { name: /^SUPPORT/ })).toBeVisible()
  const english = openBill(page).getByText(title).first()
  await expect(english).toBeVisible()
  expect(await english.evaluate((heading) => heading.closest('[lang]')?.tagName)).toBe('HTML')
})

// covers HURD-LANGUAGE-31
test('the feed and a search name offices, places and counts in Spanish', async ({ page, app }) => {
  const word = uniqueName('Quartz')
  await app.bill(`${word} Mining Act`)
  await app.representative(word, { rep_name: `Rae ${word}`, title: 'U.S. Senator', party: 'Democratic' })
  await signIn(page, await app.member(uniqueName('sol')))
  await page.goto(`/search?q=${word}&lang=es`)
  await expect(page.getByRole('heading', { name: `Resultados para “${word}”` })).toBeVisible()
  await expect(page.getByText(/Senador\/a de EE\. UU\..* · Demócrata/)).toBeVisible()
  await expect(page.getByText(`${word} Mining Act`)).toHaveCount(1)
  await takeScreenshots(page, 'spanish-search')
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  await takeScreenshots(page, 'spanish-feed', { fullPage: false })
})
