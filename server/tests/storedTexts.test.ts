import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill, listBills } from '#contract/bills/bills.ts'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
import { listGroups } from '#contract/groups.ts'
import { placeText } from '#contract/placeTexts.ts'
import { searchEverything } from '#contract/search.ts'
import { addressText, groupText } from '#contract/storedTexts.ts'
import { gazetteerGeocoder } from '#server/legislation/places/geocoder.ts'
import { ensureGroups } from '#server/legislation/places/groups/ensureGroups.ts'
import { formatMoveNote } from '#server/legislation/places/moves.ts'
import { readBillTexts } from '#server/platform/language/catalogs.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  reader = await app.member('ana')
})
afterAll(() => app.close())

const inSpanish = (work: () => string) => inLanguage('es', work)
const english =
  /\b(?:the|and|of|is|in|your|their|what|who|residents|district|county|parish|census|state|congressional|chamber|assembly)\b/i

// covers HURD-LANGUAGE-31
test('every county and district that Hurd names has its Spanish name, and a town keeps its own', async () => {
  const rows = await app.pool<{ name: string }[]>`
    select name from divisions where kind <> 'place' or name like '% County, __'`
  expect(rows.length).toBeGreaterThan(8000)
  // The district of these names is in an official name.
  const own = /City and Borough|Deferred Area|Senatorial|County No\./
  const left = rows
    .map(({ name }) => name)
    .filter((name) => !own.test(name))
    .filter((name) => {
      // A town may be called “Parish”.
      const shown = inSpanish(() => placeText(name)).replace(/^[^,]+, condado de/, '')
      return /\b(?:County|Parish|Census Area|congressional|State (?:Senate|House)|district|chamber)\b/.test(
        shown,
      )
    })
  expect(left).toEqual([])
  expect(inSpanish(() => placeText('Cook County, IL'))).toBe('Condado de Cook, IL')
  expect(inSpanish(() => placeText("New York's 12th congressional district"))).toBe(
    'Nueva York, distrito 12 del Congreso',
  )
  expect(inSpanish(() => placeText('Boston, MA'))).toBe('Boston, MA')
})

// covers HURD-LANGUAGE-31
test('the description of each group that Hurd makes is shown in Spanish', async () => {
  const country = 'ocd-division/country:us'
  await ensureGroups(app.pool, [
    country,
    `${country}/state:mt`,
    `${country}/state:il/county:cook`,
    `${country}/state:il/place:chicago`,
  ])
  const { groups } = await reader.call(listGroups, { limit: 50 })
  const described = groups.filter(({ description }) => description.startsWith('Residents of'))
  expect(described.length).toBeGreaterThanOrEqual(4)
  const shown = described.map(({ description }) => inSpanish(() => groupText(description)))
  expect(shown.filter((text) => english.test(text))).toEqual([])
  expect(shown).toContain('Montana: sus residentes, sobre lo que deciden sus legisladores.')
})

// covers HURD-LANGUAGE-31
test.each([
  ['PSC 3 Box 120, APO AE 09021', 'militares'],
  ['18 Lantern Road, Koror, PW 96940', '96940'],
  ['18 Lantern Road, Austin, TX 10001', 'Nueva York'],
  ['PO Box 12, Bozeman, MT 59715', 'apartado postal'],
  ['18 Lantern Road, Austin, TX 00001', '00001'],
  ['18 Lantern Road, Austin, TX', 'código postal'],
])('why the districts of %s are not known is said in Spanish', async (address, words) => {
  const { note } = await gazetteerGeocoder(app.pool, address)
  const shown = inSpanish(() => addressText(note ?? ''))
  expect(shown).toContain(words)
  expect(shown).not.toMatch(english)
})

// covers HURD-LANGUAGE-31
test('a member who moves often reads in Spanish from when the new address counts', () => {
  const shown = inSpanish(() => addressText(formatMoveNote('2026-03-05T00:00:00Z')))
  expect(shown).toContain('a partir del 5 de marzo de 2026')
  expect(shown).not.toMatch(english)
})

// covers HURD-LANGUAGE-31
test.each([
  [
    'Hearing scheduled: Tuesday, June 3, 2025, 10:00 a.m. to 11:30 a.m. EDT, Lanterns, Room 5.',
    'Audiencia programada: martes, 3 de junio de 2025, 10:00 a.m. a 11:30 a.m. EDT, Lanterns, Room 5.',
  ],
  [
    'Hearing changed, now Tuesday, June 3, 2025, to Wednesday, June 4, 2025, Lanterns.',
    'Cambió la audiencia. Ahora es: martes, 3 de junio de 2025, hasta miércoles, 4 de junio de 2025, Lanterns.',
  ],
  [
    'Hearing postponed, without a new date yet. It was Tuesday, June 3, 2025, 10:00 a.m. EDT, Lanterns.',
    'Audiencia aplazada, aún sin fecha nueva. Era: martes, 3 de junio de 2025, 10:00 a.m. EDT, Lanterns.',
  ],
  [
    'No longer on the agenda of Tuesday, June 3, 2025, 10:00 a.m. GMT-4, Lanterns.',
    'Ya no está en el orden del día de la reunión: martes, 3 de junio de 2025, 10:00 a.m. GMT-4, Lanterns.',
  ],
  ['Hearing tomorrow at 10:00 a.m. EDT, Lanterns.', 'Audiencia mañana: 10:00 a.m. EDT, Lanterns.'],
  ['Hearing tomorrow, Lanterns.', 'Audiencia mañana, Lanterns.'],
  ['Sent to the Mayor. Sent to Mayor by Council.', 'Enviado a la Alcaldía. Sent to Mayor by Council.'],
  ['Vote: Third Reading. Passed 3 to 1.', 'Votación: Third Reading. Passed 3 a 1.'],
  ['Vote: Third Reading. The result is not known.', 'Votación: Third Reading. No se conoce el resultado.'],
  [
    'Correction: the source now lists the bill as introduced. Hurd reported before: “Passed one chamber. Passed House by voice vote.” This source keeps changing.',
    'Corrección: el estado del proyecto en la fuente ahora es: presentado. Hurd había informado: “Aprobado en una cámara. Passed House by voice vote.” Esta fuente cambia con frecuencia.',
  ],
  [
    'Correction: the source now lists the vote as: Passed 2 to 1. Hurd reported before: “Vote: Third Reading. Passed 3 to 1.”',
    'Corrección: ahora la fuente da este resultado de la votación: Passed 2 a 1. Hurd había informado: “Votación: Third Reading. Passed 3 a 1.”',
  ],
  [
    'Correction: the source no longer lists this vote. Hurd reported before: “Vote: On a motion to recommit with…',
    'Corrección: la fuente ya no incluye esta votación. Hurd había informado: “Votación: On a motion to recommit with…”',
  ],
  [
    'Correction: That was a mistake. The version is withdrawn, and your stance counts as before. Hurd reported before: “New version of the text: Engrossed. 12 words changed.”',
    'Corrección: fue un error. La versión se retiró y su postura cuenta como antes. Hurd había informado: “Nueva versión del texto: Engrossed. Cambiaron 12 palabras.”',
  ],
  [
    'Correction: the session is still open. Hurd reported before: “Died when the 119th Congress ended on January 3, 2027.”',
    'Corrección: el período de sesiones sigue abierto. Hurd había informado: “Caducó al terminar el período de sesiones (119th Congress) el 3 de enero de 2027.”',
  ],
  ['Referred to the Committee on Lanterns.', 'Referred to the Committee on Lanterns.'],
])('the update “%s” is in Spanish but for the words of the record', (summary, shown) => {
  expect(inSpanish(() => summaryInWords(summary))).toBe(shown)
})

// covers HURD-LANGUAGE-32
test('a read that asks for Spanish gets the words of Hurd about a bill in Spanish beside the record, and others get the record', async () => {
  const [summary = '', translated] = [...readBillTexts('es')].find(([text]) => text.length > 200) ?? []
  const { bill_id } = await app.bill('A Bill in Two Languages', { summary })
  const { bill_id: other } = await app.bill('A Bill of Another Source', { summary: `${summary} Newer.` })

  const { bill } = await reader.call(getBill, { id: bill_id, language: 'es' })
  expect(bill.summary).toBe(summary)
  expect(bill.translation).toEqual({ language: 'es', summary: translated })
  const { bills } = await reader.call(listBills, { language: 'es' })
  expect(bills.find((listed) => listed.bill_id === bill_id)?.translation?.summary).toBe(translated)
  expect(bills.find((listed) => listed.bill_id === other)).not.toHaveProperty('translation')

  for (const language of [undefined, 'en', 'xx', '__proto__']) {
    expect((await reader.call(getBill, { id: bill_id, language })).bill).not.toHaveProperty('translation')
  }
})

async function found(language?: string) {
  const { bills } = await reader.call(searchEverything, { q: 'streets grants', language })
  return bills.find(({ title }) => title === 'Streets Test')
}

// covers HURD-LANGUAGE-32
test('the excerpt of a found bill is also the same sentence of the Spanish summary, if the search asks for Spanish', async () => {
  const summary =
    'A "complete street" is safe for everyone who uses it: people who walk, ride a bike, use a wheelchair, take the bus or drive. This bill would make each state set aside part of its federal road money as grants for towns that plan such streets. The government would write design rules for the roads it pays for, with some exceptions, and states would have to adopt rules of their own.'
  await app.bill('Streets Test', { summary })
  const excerpt = expect.stringContaining('as grants for towns')
  expect(await found('es')).toMatchObject({
    excerpt,
    translated_excerpt: expect.stringMatching(/^Con este proyecto, cada estado .* subvenciones .*calles\.$/),
  })
  expect(await found()).toMatchObject({ excerpt })
  expect(await found()).not.toHaveProperty('translated_excerpt')
})

// covers HURD-LANGUAGE-31
test('the district of a representative, and a group of a county or of the capital, read as Spanish', () => {
  const names = ['New York district 9', 'Wyoming at large', 'New York City']
  expect(inSpanish(() => names.map(placeText).join('; '))).toBe(
    'Nueva York, distrito 9; Wyoming, distrito único; New York City',
  )
  const groups = [
    'Residents of Kings County, NY, and the people who represent them, on the matters of the county.',
    'Residents of District of Columbia, on what is before their lawmakers.',
  ]
  const shown = inSpanish(() => groups.map(groupText).join(' '))
  expect(shown).not.toMatch(english)
  // "de el" is one word in Spanish, so a name of a county after "de" would need another sentence.
  expect(shown).not.toMatch(/ de (?:Condado|Distrito|Parroquia)/)
})
