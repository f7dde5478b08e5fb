import { ArrowLeft, CircleDashed, Users } from 'lucide-react'
import { paths } from '../kit/paths.ts'
import { usePageTitle } from '../kit/usePageTitle.ts'
import { ButtonLink } from '../kit/ui/Button.tsx'
import { classNames } from '../kit/ui/classNames.ts'
import styles from './ComingSoonScreen.module.css'

const features = {
  groups: {
    icon: Users,
    name: 'Groups',
    title: 'Groups open soon',
    words: 'A group for every government that is yours: your city, your state and the country.',
    holds: [
      'Posts by officials and neighbours',
      'Who the members are',
      'Following the groups you care about',
    ],
  },
} as const

export type Feature = keyof typeof features

/** An address whose screen is not built yet: what will be there, and the way back to what is. */
export function ComingSoonScreen({ feature }: { feature: Feature }) {
  const { icon: Icon, name, title, words, holds } = features[feature]
  usePageTitle(name)
  return (
    <section className={styles.soon}>
      <span className={styles.picture} aria-hidden="true">
        <Icon />
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.words}>{words}</p>
      <ul className={classNames('card', styles.holds)}>
        {holds.map((one) => (
          <li key={one}>
            <CircleDashed aria-hidden="true" />
            {one}
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.feed}>
        <ArrowLeft aria-hidden="true" />
        Back to the bills
      </ButtonLink>
    </section>
  )
}
