/** The dates that were left out of one record, such as "3013-01-15", each with the reason. */
export type LeftOut = ReadonlyMap<string, string>

let current: Map<string, string> | null = null

/**
 * Notes that a date of the record that is being read is left out. A date that is read several times counts once.
 *
 * @param reason a phrase such as "before 1789-03-04"
 */
export function noteLeftOut(date: string, reason: string): void {
  current?.set(date, reason)
}

/** Reads one record, and returns what was left out of it too. Records are read one after the other. */
export function readWithLeftOut<Result>(read: () => Result): { result: Result; leftOut: LeftOut } {
  const leftOut = new Map<string, string>()
  const outer = current
  current = leftOut
  try {
    return { result: read(), leftOut }
  } finally {
    current = outer
  }
}
