import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { MissingDistrict } from '../../contract/representatives.ts'
import { paths } from '../kit/paths.ts'
import styles from './ContactSection.module.css'

const words: Readonly<Record<MissingDistrict, string>> = {
  congressional:
    'We know your state, but not your congressional district, so your member of the House is missing here.',
  state_legislative:
    'We know your state, but not your state legislative districts, so your state legislators are missing here.',
}

/** Who cannot be shown because a district is not known, and where to say which one it is. */
export function MissingDistricts({ missing }: { missing: readonly MissingDistrict[] }) {
  if (missing.length === 0) return null
  return (
    <div className={styles.missing}>
      <MapPin aria-hidden="true" />
      <p>
        {missing.map((one) => words[one]).join(' ')}{' '}
        <Link to={paths.settingsSection('location')}>Choose your district</Link>
      </p>
    </div>
  )
}
