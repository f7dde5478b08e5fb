import { MapPin } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import type { MissingDistrict } from '#contract/representatives.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import styles from './contact/ContactSection.module.css'

const explanations: Readonly<Record<MissingDistrict, string>> = {
  congressional: t(
    "We know your state, but not your congressional district, so we can't show your member of the House.",
  ),
  state_legislative: t(
    "We know your state, but not your state legislative districts, so we can't show your state legislators.",
  ),
  council: t("We know your city, but not your council district, so we can't show your council member."),
}

/** Explains which representatives are missing because a district is unknown, with a link to choose the district. */
export function MissingDistricts({ missing }: { missing: readonly MissingDistrict[] }) {
  if (missing.length === 0) {
    return null
  }
  return (
    <div className={styles.missing}>
      <MapPin aria-hidden="true" />
      <p>
        {missing.map((district) => explanations[district]).join(' ')}{' '}
        <Link to={paths.settingsSection('location')}>{t('Choose your district')}</Link>
      </p>
    </div>
  )
}
