import { MessageSquarePlus } from 'lucide-react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { sectionFragment, sectionName } from '#contract/bills/sectionLinks.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { copyText } from '#web/kit/copyText.ts'
import { focusById } from '#web/kit/focus.ts'
import { useSession } from '#web/kit/session/session.ts'
import { T } from '#web/kit/ui/T.tsx'
import { commentOnSection, newCommentFieldId } from './sectionComments.ts'
import { SectionLink } from './SectionLink.tsx'
import styles from './SectionedText.module.css'

type SectionToolsProps = {
  bill: BillDetail
  version_no: number
  /** The key of the section or paragraph. */
  section: string
  /** The number of comments on this section. Paragraphs have no count. */
  count?: number
}

/** A link to the section that also copies its URL, and a button to comment on the section. */
export function SectionTools({ bill, version_no, section, count }: SectionToolsProps) {
  const { user } = useSession()
  const name = sectionName(section)
  async function copyLink() {
    const query = `?version=${version_no}#${sectionFragment(section)}`
    await copyText(window.location.origin + billPagePath(bill.path) + query, {
      copied: t('Link to {section} copied.', { section: name }),
      failed: t('The link to {section} could not be copied.', { section: name }),
    })
  }
  return (
    <span className={styles.tools}>
      <SectionLink
        bill_id={bill.bill_id}
        section={{ key: section, version_no }}
        className={styles.link}
        onClick={() => void copyLink()}
      >
        <T
          text="<span>Copy the link to</span> {section}"
          values={{ span: (content) => <span className="vh">{content}</span>, section: name }}
        />
      </SectionLink>
      {user && (
        <button
          type="button"
          className={styles.comment}
          aria-label={t('Comment on {section}', { section: name })}
          title={t('Comment on {section}', { section: name })}
          onClick={() => {
            commentOnSection(bill.bill_id, { key: section, version_no })
            focusById(newCommentFieldId)
          }}
        >
          <MessageSquarePlus aria-hidden="true" />
        </button>
      )}
      {count ? <span className={styles.count}>{plural(count, '{n} comment|{n} comments')}</span> : null}
    </span>
  )
}
