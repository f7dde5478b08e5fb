import { UsageError } from '#server/platform/cli/command.ts'
import { isUuid } from '#server/platform/cli/commandWords.ts'
import { derivedCounts } from './derivedCounts.ts'
import { firstKeys } from './scope.ts'
import type { Position } from './slices.ts'

/** Writes a position as one word that an operator can copy, such as `14of47:0192…`. */
export function positionText({ index, key }: Position): string {
  const first = firstKeys[derivedCounts[index]?.keys?.type ?? 'uuid']
  return `${index + 1}of${derivedCounts.length}${key === first ? '' : `:${key}`}`
}

/**
 * Reads what `positionText` wrote. The number of values must be the same, because another release may have other values
 * at the same index.
 */
export function readPosition(text: string): Position {
  const [, number, total, key] = /^(\d+)of(\d+)(?::(.+))?$/.exec(text) ?? []
  const index = Number(number) - 1
  const count = derivedCounts[index]
  if (Number(total) !== derivedCounts.length || !count) {
    throw new UsageError(`--continue must be a position that an interrupted check of this release printed.`)
  }
  const type = count.keys?.type ?? 'uuid'
  if (key !== undefined && type === 'uuid' && !isUuid(key)) {
    throw new UsageError(`--continue must end with the id that the interrupted check printed.`)
  }
  return { index, key: key ?? firstKeys[type] }
}
