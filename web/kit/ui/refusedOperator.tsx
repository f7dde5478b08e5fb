import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { ApiError } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { Empty } from './Feedback.tsx'
import { notFound } from './QueryView.tsx'

const notAnOperator = notFound(
  t('Page not found'),
  t('There is nothing at this address.'),
  <ButtonLink to={paths.feed}>{t('Go to the feed')}</ButtonLink>,
)

/**
 * Explains a screen of operators to members without the role, and to operators without two-step sign-in. `hint` says why
 * they need it. It is a value of `instead` of a QueryView.
 */
export function refusedOperator(hint: string) {
  return (error: unknown): ReactNode =>
    error instanceof ApiError && error.code === 'operator_needs_second_factor' ? (
      <Empty level={1} icon={<KeyRound />} title={t('Turn on two-step sign-in first')} hint={hint}>
        <ButtonLink to={paths.settings}>{t('Open settings')}</ButtonLink>
      </Empty>
    ) : (
      notAnOperator(error)
    )
}
