/** The seats of the upper and the lower chamber of each state. A single chamber has one number. */
const seats: Readonly<Record<string, string>> = Object.fromEntries(
  `us 100 435|al 35 105|ak 20 40|az 30 60|ar 35 100|ca 40 80|co 35 65|ct 36 151|de 21 41|fl 40 120|ga 56 180|hi 25 51|id 35 70
il 59 118|in 50 100|ia 50 100|ks 40 125|ky 38 100|la 39 105|me 35 151|md 47 141|ma 40 160|mi 38 110|mn 67 134|ms 52 122
mo 34 163|mt 50 100|ne 49|nv 21 42|nh 24 400|nj 40 80|nm 42 70|ny 63 150|nc 50 120|nd 47 94|oh 33 99|ok 48 101|or 30 60
pa 50 203|ri 38 75|sc 46 124|sd 35 70|tn 33 99|tx 31 150|ut 29 75|vt 30 150|va 40 100|wa 49 98|wv 34 100|wi 33 99
wy 31 62|dc 13|pr 27 51|ny/place:new_york 51`
    .split(/[|\n]/)
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
)

/**
 * Returns the number of seats of an organization such as "mi/lower". A joint session, or a committee that may be a joint one, has
 * members of both chambers. Null if it is not known.
 */
export function seatsOf(organization: string): number | null {
  const [, place = '', chamber = ''] = /^(.*)\/([a-z]+)$/.exec(organization) ?? []
  const [upper, lower] = (seats[place]?.split(' ') ?? []).map(Number)
  if (upper === undefined) return null
  if (lower === undefined || chamber === 'upper' || chamber === 'senate') return upper
  return chamber === 'lower' || chamber === 'house' ? lower : upper + lower
}
