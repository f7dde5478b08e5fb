import { UsageError, type Command } from './cli/command.ts'
import { openLog } from './kit/log.ts'
import { seedPlaces } from './places/gazetteer/seedPlaces.ts'
import { openGeocoder } from './places/geocoder.ts'
import { nameDivisions } from './places/myDistricts.ts'
import { representativesOf } from './representatives/directory.ts'

/** `hurd address` shows which districts an address yields, and which source determined them. It stores nothing. */
export const addressCommand: Command = {
  words: ['address'],
  usage: '"STREET, CITY, ST ZIP"',
  about: 'Shows the divisions and representatives that an address yields, and which source said so.',
  async run(args, { db, env, print }) {
    const address = args.join(' ').trim()
    if (address === '') throw new UsageError('Write the address, in quotes.')
    await seedPlaces(db)
    const log = openLog('silent')
    const found = await openGeocoder({ censusGeocoderUrl: env.censusGeocoderUrl, log })(db, address)
    const representatives = await representativesOf(db, found.divisions)

    const { precision, source, map, divisions, candidates, note } = found
    print(
      precision === 'none'
        ? 'We could not match this address to a voting district yet.'
        : `Found by ${words[precision]}, in the ${sources[source]}, on the map of the ${map}th Congress.`,
    )
    if (note) print(note)
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
      named_place: found.named_place,
      note,
      representatives,
    }
  },
}

const words = { address: 'the address itself', zip: 'its ZIP code', state: 'its state' } as const
const sources = { gazetteer: 'bundled gazetteer', census: 'geocoder of the Census Bureau' } as const
