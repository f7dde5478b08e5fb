import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import { t } from '#contract/kit/translate.ts'

export const levelNames: Record<GovernmentLevel, string> = {
  federal: t('Federal'),
  state: t('State'),
  local: t('Local'),
}

export const levelsInCapitals: Record<GovernmentLevel, string> = {
  federal: t('FEDERAL'),
  state: t('STATE'),
  local: t('LOCAL'),
}
