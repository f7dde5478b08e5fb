/**
 * Returns the number of a roll call in the text of an action: "Record Vote Number: 554", "(Roll no. 12)", "Roll Call #201",
 * "ROLL CALL # 120", "RCS# 2011" or "RV#12". Null if the text has none.
 */
export function rollNumberIn(text: string): number | null {
  const [, number] =
    /\b(?:record(?:ed)? vote(?: (?:number|no\.?))?|roll(?: ?call)?(?: vote)?(?: (?:number|no\.?))?|rcs?|rv)\s*[:#]?\s*#?\s*(\d{1,5})\b(?!\s*[-–]\s*\d)/i.exec(
      text,
    ) ?? []
  return number ? Number(number) : null
}

export type Counts = { yes: number; no: number }

/**
 * Returns every pair of numbers in a text that can be a count: "yeas, 47; nays, 2", "Yeas = 13, Nays = 17", "Ayes 79. Noes 0.",
 * "055-000-000" or "27-4-0-0-0". A pair means something only if a vote of that day has the same counts.
 */
export function countsIn(text: string): Counts[] {
  const mentions = text.matchAll(
    /\b(?:yeas?|ayes?|yes)\W{0,4}(\d{1,3})\b\D{1,12}?\b(?:nays?|noes|no)\W{0,4}(\d{1,3})\b/gi,
  )
  const paired = text.matchAll(
    /(?<![\d/-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?=(?:\s?[-–]\s?\d{1,3}){0,4}(?![\d/]))/g,
  )
  return [...mentions, ...paired].map(([, yes, no]) => ({ yes: Number(yes), no: Number(no) }))
}
