import { useState } from 'react'
import type { MessageGroup } from '../../../contract/representatives/messageEvents.ts'
import { formatNumber, pluralize } from '../../kit/format.ts'
import { Badge } from '../../kit/ui/Badge.tsx'
import { TextButton } from '../../kit/ui/Button.tsx'
import { PagedContent } from '../../kit/ui/PagedContent.tsx'
import { useGroupedMessages } from './actions.ts'
import { OfficialMessageItem } from './OfficialMessageItem.tsx'
import styles from './Office.module.css'

/** The newest of the messages with nearly the same text. The others can be opened, and each can be answered. */
export function MessageGroupItem({ group: { group_id, message_count, newest } }: { group: MessageGroup }) {
  const [isOpen, setIsOpen] = useState(false)
  // The key keeps an answer that is being written with its message when a newer one arrives.
  const key = newest.contact_id
  if (message_count === 1) return <OfficialMessageItem key={key} message={newest} />
  const others = message_count - 1
  return (
    <OfficialMessageItem key={key} message={newest}>
      <div className={styles.similar}>
        <p className={styles.from}>
          <Badge tone="neutral">{formatNumber(message_count)} messages</Badge> have nearly the same text.
        </p>
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the others' : `Show the ${pluralize(others, 'other message', 'other messages')}`}
        </TextButton>
        {isOpen && <Others group_id={group_id} shown_id={newest.contact_id} />}
      </div>
    </OfficialMessageItem>
  )
}

function Others({ group_id, shown_id }: { group_id: string; shown_id: string }) {
  const query = useGroupedMessages(group_id)
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <PagedContent query={query} failureTitle="The messages could not be loaded">
      <ul className={styles.list} aria-label="Messages with nearly the same text">
        {messages
          .filter(({ contact_id }) => contact_id !== shown_id)
          .map((message) => (
            <OfficialMessageItem key={message.contact_id} message={message} />
          ))}
      </ul>
    </PagedContent>
  )
}
