/** What the tests and the pages use of verify-tally.mjs. */
/** `isRight` is null if this browser lacks the functions for the check. */
export type CheckResult = { name: string; isRight: boolean | null }
export function checkReceipt(receipt: object, keyText: string): Promise<CheckResult[]>
export function checkAck(ack: object, keyText: string): Promise<boolean>
export function checkLeaves(entryText: string, list: string): Promise<boolean>
export function checkSample(bill_id: string, day: string, leaves: readonly object[]): Promise<boolean>
export function checkLog(
  site: string,
  options?: {
    keyText?: string
    saved?: string
    limits?: { seconds?: number; bytes?: number; allSeconds?: number; allBytes?: number }
  },
): Promise<{ size: number; members: number | null }>
