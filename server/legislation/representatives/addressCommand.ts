import { seedDistrictMaps } from '#server/legislation/places/districtMaps.ts'
import { seedPlaces } from '#server/legislation/places/gazetteer/seedPlaces.ts'
import { openGeocoder } from '#server/legislation/places/geocoder.ts'
import { nameDivisions } from '#server/legislation/places/myDistricts.ts'
import { defineCommand, UsageError } from '#server/platform/cli/command.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { representativesOf } from './directory.ts'
import { checkDay, isStatewide } from './terms/representedOn.ts'

/** `hurd address` shows which districts an address yields, and which source determined them. It stores nothing. */
export const addressCommand = defineCommand({
  words: ['address'],
  usage: '"STREET, CITY, ST ZIP"',
  options: { on: { value: 'YYYY-MM-DD', about: 'Shows who represented the address on that day.' } },
  about:
    'Shows the divisions and representatives that an address yields, today or on a date, and which source said so.',
  async run(args, { db, env, print }, { on }) {
    const address = args.join(' ').trim()
    if (address === '') throw new UsageError('Write the address, in quotes.')
    await seedPlaces(db)
    await seedDistrictMaps(db)
    const day = await checkDay(db, on)
    if (!day) {
      throw new UsageError(
        `--on must be a date such as 2026-01-31, from 2003-01-03 to three years ahead, not "${on}".`,
      )
    }
    const { as_of, isKnown } = day
    const log = openLog('silent')
    const geocode = openGeocoder({ censusGeocoderUrl: env.censusGeocoderUrl, log })
    const match = await geocode(db, address, new Date(`${as_of}T12:00:00Z`))
    // A district of today may have been somewhere else on an earlier map.
    const divisions = isKnown ? match.divisions : match.divisions.filter(isStatewide)
    const representatives = await representativesOf(db, divisions, { on: as_of })

    const { precision, source, map, candidates, note } = match
    print(
      precision === 'none'
        ? 'We could not match this address to a voting district yet.'
        : `Found by ${words[precision]}, in the ${sources[source]}, on the map of the ${map}th Congress.`,
    )
    if (note) print(note)
    if (!isKnown) print(`The districts of ${as_of} are not known, so these are the statewide offices only.`)
    for (const { division, name } of await nameDivisions(db, divisions)) print(`  ${name}  ${division}`)
    for (const [kind, ids] of Object.entries(candidates)) {
      if (ids.length > 0) print(`Possible: ${kind.replaceAll('_', ' ')}`)
      for (const { division, name } of await nameDivisions(db, ids)) print(`  ${name}  ${division}`)
    }
    for (const { title, rep_name, district } of representatives) {
      print(`${title} ${rep_name}${district ? `, ${district}` : ''}`)
    }
    return {
      precision,
      source,
      map,
      divisions,
      candidates,
      named_place: match.named_place,
      note,
      representatives,
      as_of,
    }
  },
})

const words = { address: 'the address itself', zip: 'its ZIP code', state: 'its state' } as const
const sources = { gazetteer: 'bundled gazetteer', census: 'geocoder of the Census Bureau' } as const
