import { useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import type { MessageGroup } from '#contract/messages.ts'
import { withoutDuplicates } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatNumber } from '#web/kit/format.ts'
import { hasDraft } from '#web/kit/forms/drafts.ts'
import { useDraftOwner } from '#web/kit/forms/useDraft.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { answerDraftKey, groupDraftKey, useGroupedMessages } from './actions.ts'
import { OfficialMessageItem } from './OfficialMessageItem.tsx'
import styles from './Office.module.css'

/** The newest of the messages with nearly the same text. The others can be opened, and each can be answered. */
export function MessageGroupItem({ group: { group_id, message_count, newest } }: { group: MessageGroup }) {
  const [isOpen, setIsOpen] = useState(false)
  const owner = useDraftOwner()
  const { contact_id } = newest
  const [shownId, setShownId] = useState<string | null>(null)
  // An unfinished answer to one of the others stays in view when the page is loaded and when a newer message arrives.
  if (shownId !== contact_id) {
    setShownId(contact_id)
    if (hasDraft(owner, groupDraftKey(group_id), answerDraftKey(group_id, contact_id))) {
      setIsOpen(true)
    }
  }
  // The key keeps an answer that is being written with its message when a newer one arrives.
  if (message_count === 1) {
    return <OfficialMessageItem key={contact_id} group_id={group_id} message={newest} />
  }
  const others = message_count - 1
  return (
    <OfficialMessageItem key={contact_id} group_id={group_id} message={newest}>
      <div className={styles.similar}>
        <p className={styles.from}>
          <T
            text="<badge>{count} messages</badge> have nearly the same text."
            values={{
              count: formatNumber(message_count),
              badge: (content) => <Badge tone="neutral">{content}</Badge>,
            }}
          />
        </p>
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen
            ? t('Hide the others')
            : plural(others, 'Show the {n} other message|Show the {n} other messages')}
        </TextButton>
        {isOpen && <Others group_id={group_id} shown_id={contact_id} />}
      </div>
    </OfficialMessageItem>
  )
}

function Others({ group_id, shown_id }: { group_id: string; shown_id: string }) {
  const query = useGroupedMessages(group_id)
  const pages = query.data?.pages ?? []
  const messages = withoutDuplicates(
    pages.flatMap((page) => page.messages),
    ({ contact_id }) => contact_id,
  ).filter(({ contact_id }) => contact_id !== shown_id)
  const list = useFocusOnFirstNew<HTMLUListElement>(messages.length, ':scope > li', pages.length)
  return (
    <PagedContent query={query} failureTitle={t('The messages could not be loaded')}>
      <ul ref={list} className={styles.list} aria-label={t('Messages with nearly the same text')}>
        {messages.map((message) => (
          <OfficialMessageItem key={message.contact_id} group_id={group_id} message={message} />
        ))}
      </ul>
    </PagedContent>
  )
}
