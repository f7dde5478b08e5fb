import { t } from '#contract/kit/translate.ts'

/** The names of roles in a committee, as labels. A role without a name is not named. */
export const roleNames: Readonly<Record<string, string | null>> = {
  chair: t('Chair'),
  'co-chair': t('Co-chair'),
  'vice chair': t('Vice chair'),
  'ranking member': t('Ranking member'),
  member: null,
}
