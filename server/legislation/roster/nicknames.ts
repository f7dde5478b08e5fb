/**
 * Given names with their short forms, unless all of these are beginnings of the name. A short form of several names is listed
 * with each of them, and the spellings of one name are listed together.
 */
const groups = [
  'alexander sandy',
  'anthony tony',
  'antonio tony',
  'barbara barbie',
  'catherine/katherine/kathryn kate kathy katie cathy',
  'cathleen/kathleen kathy cathy kate katie',
  'charles chuck charlie',
  'christine chris chrissy tina',
  'christina chris chrissy tina',
  'cynthia cindy',
  'daniel danny',
  'david dave',
  'deborah/debra debbie',
  'donald donnie',
  'dorothy dottie',
  'edmund ed eddie ned ted',
  'edward ed eddie ned ted teddy',
  'edwin ed eddie',
  'elizabeth beth betsy betty liz libby',
  'eric rick',
  'eugene gene',
  'francis frank',
  'frederick freddie rick',
  'geoffrey jeff',
  'gerald jerry',
  'gerard jerry',
  'harold hal harry',
  'henry hank harry',
  'jacqueline jackie',
  'james jim jimmy',
  'jerome jerry',
  'john jack',
  'joseph joe',
  'judith judy',
  'kenneth kenny',
  'laurence larry',
  'lawrence larry',
  'margaret peggy meg maggie',
  'michael mike mickey',
  'nathan nate',
  'nathaniel nate',
  'nicholas nick',
  'patricia patty trish',
  'patrick paddy rick',
  'rebecca becky',
  'richard dick rick rich',
  'robert bob bobby rob',
  'ronald ronnie',
  'samuel sammy',
  'sandra sandy',
  'stephen steve',
  'steven steve',
  'susan susie',
  'terence terry',
  'teresa terry tess',
  'terrence terry',
  'theodore ted teddy',
  'theresa terry tess',
  'thomas tommy',
  'timothy timmy',
  'virginia ginny',
  'william bill billy will',
].map((group) => {
  const [long = '', ...short] = group.split(' ')
  return { long: long.split('/'), short }
})

const otherForms = new Map<string, Set<string>>()
for (const { long, short } of groups) {
  for (const name of [...long, ...short]) {
    // "Terry" can be short for Terence or Teresa, and only Teresa is also called "Tess".
    const isShared = groups.filter((group) => group.short.includes(name)).length > 1
    const forms = isShared ? long : [...long, ...short]
    otherForms.set(name, new Set([...(otherForms.get(name) ?? []), ...forms]))
  }
}

/**
 * Returns how a person of this given name may be called: by a short form such as "Bill", or by a beginning such as "Will". Each
 * has a mark, because it is not certain to be the name of this person.
 */
export function possibleForms(given: string): string[] {
  const beginnings = Array.from({ length: Math.max(given.length - 1, 0) }, (_, index) =>
    given.slice(0, index + 2),
  )
  return [...new Set([given, ...(otherForms.get(given) ?? []), ...beginnings])].map(possibleForm)
}

/** Returns the mark of a given name that may be a short form of another. */
export function possibleForm(given: string): string {
  return `=${given}`
}
