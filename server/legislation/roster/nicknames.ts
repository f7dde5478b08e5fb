/** Given names with their short forms. Forms that begin like the name match by their initial too, but less certainly. */
const groups = [
  'anthony tony',
  'catherine katherine kathryn kate kathy katie cathy',
  'charles chuck charlie',
  'edward ed eddie ted ned',
  'elizabeth beth betsy betty liz libby',
  'eugene gene',
  'francis frank',
  'henry hank',
  'james jim jimmy',
  'john jack',
  'margaret peggy meg maggie',
  'rebecca becky',
  'richard dick rick rich',
  'robert bob bobby rob',
  'theodore teddy',
  'william bill billy will',
].map((group) => group.split(' '))

/** Each form with a word for all forms of its name, which is no name itself. */
const longForms = new Map(
  groups.flatMap((group) => group.map((name) => [name, `=${group[0] ?? ''}`] as const)),
)

/** Returns what all forms of a given name have in common so that "Bill" and "William" are the same. */
export function longForm(given: string | undefined): string | undefined {
  return given === undefined ? undefined : longForms.get(given)
}
