import type { BillCommittee } from '#contract/bills/billParts.ts'
import { t } from '#contract/kit/translate.ts'

/** The labels of what a committee did with a bill. */
export const committeeActivities: Record<BillCommittee['activity'], string> = {
  referred: t('Sent here'),
  hearing: t('Hearing'),
  markup: t('Worked on the text'),
  reported: t('Approved'),
  discharged: t('Taken from the committee without a report'),
  other: t('Last activity'),
}
