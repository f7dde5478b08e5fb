import type { BillCommittee } from '#contract/bills/billParts.ts'

/** The labels of what a committee did with a bill. */
export const committeeActivities: Record<BillCommittee['activity'], string> = {
  referred: 'Sent here',
  hearing: 'Hearing',
  markup: 'Worked on the text',
  reported: 'Approved',
  discharged: 'Taken from the committee without a report',
  other: 'Last activity',
}
