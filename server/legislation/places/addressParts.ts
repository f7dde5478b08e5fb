// The kinds of parts that an address has beside street, city, state and ZIP code, after USPS Publication 28.

/** A number of a box or unit: "12", "No. 4B", "B-4", "C". A letter stands apart, because Unity is no unit and Lott no lot. */
const number = String.raw`(?:#|(?:no|nº|n[uú]m|number)\.?(?=\s?\d))?\s?(?:\d[\p{L}\d/-]*|\p{L}{1,2}-?\d+|(?<=[\s#.])\p{L})(?![\p{L}\d])`
const [start, end] = [String.raw`(?<![\p{L}\d])`, String.raw`(?![\p{L}\d])`]

/** "Lockbox", "Caller" and "Apartado" are a box only with a number, because streets have these names too. */
const postBox = String.raw`(?:p[./]?\s?o\.?|post(?:al|\s?-?office)?)\s?-?(?:box(?:es)?|bx|drawer|bin)|p\.?o\.?b\.?|lock\s?box(?=\s?${number})|caller(?: box|(?=\s${number}))|apartado(?: postal|(?=\s${number}))|apdo\.?`
const box = new RegExp(
  `${start}(?:(?:${postBox})(?!\\p{L})\\s?(?:${number})?|gen(?:eral|l?\\.?) del(?:ivery${end}|\\.|${end})|entrega general${end})`,
  'giu',
)
/** A mailbox of a company that rents them out. */
const rentedBox = new RegExp(`${start}(?:pmb|private mail\\s?box)\\s?${number}`, 'giu')
/** "Box 12" is a P.O. box, unless it is on the route of a carrier. "12 Drawer Ln" is none. */
const boxAtStart = new RegExp(`^(?:(?:box|bx|buzon|buzón) ${number}|(?:drawer|bin) ${number}$)`, 'iu')
const route =
  /(?<![\p{L}\d])(?:r\.?\s?r\.?|rural (?:route|rte|rt)|r\.?f\.?d\.?(?: (?:route|rte|rt))?|route|rte|rt|h\.?\s?c\.?|hcr|highway contract(?: route)?|star route)\s?#?\d/iu

const numberedUnit =
  'apartment|apt|apto|apartamento|suite|ste|unit|room|rm|floor|fl|piso|building|bldg|block|blk|bloque|blq|condo|dorm|edf|edif|edificio|level|lvl|lot|studio|wing|trailer|trlr|space|spc|department|dept|hangar|hngr|key|pier|slip|stop|tower|twr'
const unnumberedUnit =
  'basement|bsmt|front|frnt|lobby|lbby|lower|lowr|upper|uppr|office|ofc|penthouse|ph|rear|side|downstairs|upstairs'
const floor = String.raw`(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|top|ground|upper|lower|garden) (?:floor|fl|level|unit|flat|apartment|apt)`
// "Ste" alone is not followed by any word, because of Ste. Genevieve.
const unit = String.raw`(?:#\s?[\p{L}\d-]+|(?:${numberedUnit})\.?\s?${number}|(?:apartment|apt|suite|unit|room|rm)\.?(?:\s[\p{L}\d-]+)?|${floor}|(?:${unnumberedUnit})\.?(?:\s${number})?)`
const units = new RegExp(`^${unit}(?:\\s${unit})*\\.?$`, 'iu')
/** A unit at the end of a street or city. */
export const unitAtEnd = new RegExp(
  String.raw`(?:\s(?:#\s?[\p{L}\d-]+|(?:${numberedUnit})\.?\s?${number}|(?:apt|unit)\.?\s(?:${unnumberedUnit})|${floor}|bsmt|frnt|lbby|lowr|ofc|uppr))+$`,
  'iu',
)
/** The name of a recipient. */
export const careOf = /^(?:c\s?\/\s?o|c\.o\.|%|care of|attn|attention)(?![\p{L}\d])/iu
/** The name of a recipient before a street, without a comma: "c/o Ada Wick 18 Lantern Road" */
export const careOfBeforeStreet = new RegExp(String.raw`${careOf.source}\D*(?=\d\S*\s.*\p{L}{2})`, 'iu')
/** The name of a recipient behind a street. */
export const careOfAtEnd = /\s(?:c\s?\/\s?o|care of|attn)[.:]?\s.*$/iu
/** "Laramie County", "County of Laramie", "Orleans Parish" */
export const county =
  /^(?!.*\d)(?:.+ (?:county|co\.?|parish|census area|municipio)|(?:county|parish|municipio|condado) (?:of|de) .+)$/iu

/** "4B", "B-4" and "PH2", without a word that says what they are. */
const bareUnit = /^(?:\d{1,4}-?\p{L}|(?:\p{L}|ph)-?\d{1,4}\p{L}?)$/iu

export function isUnit(part: string): boolean {
  return units.test(part) || bareUnit.test(part)
}

/** Removes the boxes of an address, which may stand beside a street. */
export function removeBoxes(all: string[][]): { parts: string[][]; hasBox: boolean; isRented: boolean } {
  const texts = all.map((part) => part.join(' '))
  const hasRoute = texts.some((text) => route.test(text))
  const isRented = texts.some((text) => text.search(rentedBox) >= 0)
  const without = texts.map((text) => {
    const plain = text.replace(rentedBox, ' ').replace(box, ' ')
    return (hasRoute ? plain : plain.replace(boxAtStart, ' ')).trim()
  })
  const hasBox = isRented || without.some((text, index) => text !== texts[index])
  const parts = without.filter((text) => text !== '').map((text) => text.split(/\s+/))
  return { parts, hasBox, isRented }
}
