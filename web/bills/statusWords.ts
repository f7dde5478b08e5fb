import type { BillStatus } from '../../contract/billContent.ts'

export const statusWords: Record<BillStatus, string> = {
  introduced: 'Introduced',
  engrossed: 'Engrossed',
  active: 'Active',
  passed: 'Passed',
  rejected: 'Rejected',
  pending: 'Pending',
}
