import { FileText } from 'lucide-react'
import type { Group } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { paths } from '#web/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import styles from './Group.module.css'

/** Who may read and post in a group, and who its members are. */
export function GroupAbout() {
  return (
    <dl className={`card ${styles.facts}`}>
      <div>
        <dt>{t('Who can read')}</dt>
        <dd>{t('Everyone, also without an account. Visitors see first names and initials.')}</dd>
      </div>
      <div>
        <dt>{t('Who can post')}</dt>
        <dd>{t('Members whose address is in this place.')}</dd>
      </div>
      <div>
        <dt>{t('Who the members are')}</dt>
        <dd>
          {t(
            'People who live in this place or follow this group. Followers find its new posts in their updates.',
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Who keeps order')}</dt>
        <dd>{t('Anyone can report a post. Moderators decide, and the author can appeal.')}</dd>
      </div>
    </dl>
  )
}

/** Groups have no files. Their documents are the bills of the place. */
export function GroupDocuments({ group }: { group: Group }) {
  const name = placeText(group.group_name)
  return (
    <div className="card">
      <Empty
        icon={<FileText />}
        title={t('No documents')}
        hint={t('Groups have posts, not files. The bills of {name} have their texts.', { name })}
      >
        <ButtonLink variant="secondary" to={paths.searchFor(name)}>
          {t('Find bills of {name}', { name })}
        </ButtonLink>
      </Empty>
    </div>
  )
}
