import type { BillStatus } from '#contract/bills/billContent.ts'

/**
 * Derives the status from LegiScan's codes, which `status` and the events of `progress` share: 1 introduced, 2 engrossed,
 * 3 enrolled, 4 passed, 5 vetoed, 6 failed, 7 override, 8 chaptered, 9 referred, 10 and 11 reported, 12 draft.
 */
export function legiScanStatus(status: number, progress: readonly number[]): BillStatus {
  const codes = new Set([...progress, status])
  const has = (...wanted: number[]) => wanted.some((code) => codes.has(code))
  if (has(4, 7, 8)) return 'passed'
  if (has(5)) return 'rejected'
  const lastPassage = Math.max(progress.lastIndexOf(2), progress.lastIndexOf(3))
  if (status === 6 || progress.lastIndexOf(6) > lastPassage) return 'rejected'
  if (has(3)) return 'pending'
  if (has(2)) return 'engrossed'
  if (has(10, 11)) return 'active'
  return has(1, 9) ? 'introduced' : 'pending'
}
