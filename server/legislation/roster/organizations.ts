/**
 * Returns the bodies whose members an organization may mean. "il/legislature" is either chamber, and so are "us/congress" and
 * "il/committee", which is the body of a vote in a committee whose chamber the source does not state.
 * Nebraska and the District of Columbia have one chamber, which some sources call a senate or a council.
 */
export function bodiesOf(organization: string): string[] {
  const [place = '', body = ''] = organization.split('/')
  if (organization === 'us/congress') return ['us/house', 'us/senate']
  const isWhole =
    ['legislature', 'committee'].includes(body) ||
    (['ne', 'dc'].includes(place) && ['upper', 'lower'].includes(body))
  return isWhole && organization.split('/').length === 2
    ? [`${place}/legislature`, `${place}/upper`, `${place}/lower`]
    : [organization]
}

/** Returns the bodies of a legislature that have members with a title of this chamber. A single chamber stays as it is. */
export function inChamber(organization: string, chamber: 'upper' | 'lower' | null): string[] {
  const bodies = bodiesOf(organization)
  if (chamber === null || bodies.length === 1) return bodies
  const other = chamber === 'upper' ? /\/(lower|house)$/ : /\/(upper|senate)$/
  return bodies.filter((body) => !other.test(body))
}

/** Returns the organization whose members sit in any chamber of the legislature of this body. A council stays as it is. */
export function legislatureOf(organization: string): string {
  const [place = '', body = ''] = organization.split('/')
  if (place === 'us') return 'us/congress'
  return ['upper', 'lower', 'legislature'].includes(body) ? `${place}/legislature` : organization
}

/**
 * Returns all organizations whose records can name a member of this body: the body itself and, for a legislature, both chambers,
 * because a person may have moved to the other one, and their joint committees.
 */
export function organizationsNaming(organization: string): string[] {
  const legislature = legislatureOf(organization)
  const bodies = bodiesOf(legislature)
  if (bodies.length === 1) return [organization]
  const committee = legislature.endsWith('/legislature') ? [legislature.replace(/\w+$/, 'committee')] : []
  return [...new Set([...bodies, legislature, ...committee])]
}

/** Returns the body that a chamber's name stands for, such as "us/senate" or "mi/lower", or null for a council. */
export function bodyNamed(source_id: string, chamber: string | null): string | null {
  const [place = ''] = source_id.split('/')
  if (chamber === null || chamber === 'Council') return null
  if (place === 'us') {
    if (!/^(house|senate)/i.test(chamber)) return 'us/congress'
    return /^s/i.test(chamber) ? 'us/senate' : 'us/house'
  }
  if (chamber === 'Senate') return `${place}/upper`
  return /^(House|Assembly)$/.test(chamber) ? `${place}/lower` : null
}
