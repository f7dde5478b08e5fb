import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedGroup } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { stateOfDivision } from '#contract/places.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { GroupCard } from './GroupCard.tsx'
import { GroupRow } from './GroupRow.tsx'
import styles from './Groups.module.css'

type GroupSectionsProps = { groups: readonly ListedGroup[]; isFiltered: boolean }

/** Shows the groups of the viewer's places and the followed groups as cards, then all other groups as rows by state. */
export function GroupSections({ groups, isFiltered }: GroupSectionsProps) {
  const { user } = useSession()
  const inSection = (section: ListedGroup['section']) => groups.filter((group) => group.section === section)
  const [ownGroups, followedGroups, otherGroups] = [
    inSection('own_place'),
    inSection('followed'),
    inSection('other'),
  ]
  return (
    <>
      {ownGroups.length > 0 ? (
        <Cards
          title={t('Your places')}
          text={
            ownGroups.some(
              ({ isFollowing, group_type }) =>
                isFollowing && (group_type === 'place' || group_type === 'state'),
            ) && t('You follow your city and your state from the start, because you live there.')
          }
          groups={ownGroups}
        />
      ) : (
        user && !isFiltered && <AddAddress hasAddress={Boolean(user.address)} />
      )}
      {followedGroups.length > 0 && <Cards title={t('Groups you follow')} groups={followedGroups} />}
      {otherGroups.length > 0 && (
        <Section title={ownGroups.length + followedGroups.length > 0 ? t('Other places') : t('All places')}>
          {byState(otherGroups).map(([state, places]) => (
            <section key={state} className={styles.state} aria-label={state}>
              <h3 className={styles.stateName}>{state}</h3>
              <ul className={`card ${styles.rows}`}>
                {places.map((group) => (
                  <GroupRow key={group.group_id} group={group} />
                ))}
              </ul>
            </section>
          ))}
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className="h-sec">{title}</h2>
      {children}
    </section>
  )
}

type CardsProps = { title: string; text?: string | false; groups: readonly ListedGroup[] }

function Cards({ title, text, groups }: CardsProps) {
  return (
    <Section title={title}>
      {text && <p className="muted">{text}</p>}
      <ul className={styles.grid}>
        {groups.map((group) => (
          <GroupCard key={group.group_id} group={group} />
        ))}
      </ul>
    </Section>
  )
}

function AddAddress({ hasAddress }: { hasAddress: boolean }) {
  return (
    <Section title={t('Your places')}>
      <div className={`card ${styles.offer}`}>
        <MapPin aria-hidden="true" />
        <p>
          {hasAddress
            ? t(
                'We couldn’t match your address to a place yet. Check it to see the groups of your city, county, and state here.',
              )
            : t('See the groups of your city, county, and state here. Your address stays private.')}
        </p>
        <ButtonLink to={paths.settingsSection('location')}>
          {hasAddress ? t('Check your address') : t('Add your address')}
        </ButtonLink>
      </div>
    </Section>
  )
}

/** Groups the list by state. The states stay in the order of the list, in which the groups of a state are together. */
function byState(groups: readonly ListedGroup[]): [string, ListedGroup[]][] {
  const states = new Map<string, ListedGroup[]>()
  for (const group of groups) {
    const state = stateOfDivision(group.jurisdiction) ?? t('United States')
    states.set(state, [...(states.get(state) ?? []), group])
  }
  return [...states]
}
