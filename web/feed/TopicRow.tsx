import { BellPlus, BellRing } from 'lucide-react'
import type { Topic } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { topicName } from '#contract/topics.ts'
import { useFollowTopic } from '#web/bills/actions.ts'
import { formatNumber } from '#web/kit/format.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { Checkbox } from '#web/kit/ui/Field.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './FilterPanel.module.css'

type TopicRowProps = { topic: Topic; isSelected: boolean; onSelect: (isSelected: boolean) => void }

/** A checkbox to filter by a topic, with the number of its bills and a button to follow it. */
export function TopicRow({
  topic: { topic, bill_count, is_following },
  isSelected,
  onSelect,
}: TopicRowProps) {
  const follow = useFollowTopic((message) => toast(message, 'failure'))
  const name = topicName(topic)
  return (
    <div className={styles.topic}>
      <Checkbox label={name} checked={isSelected} onChange={(event) => onSelect(event.target.checked)} />
      <span className={styles.number}>{formatNumber(bill_count)}</span>
      <IconButton
        label={t('Follow {name}', { name })}
        aria-pressed={is_following}
        icon={is_following ? <BellRing aria-hidden="true" /> : <BellPlus aria-hidden="true" />}
        onClick={() => follow.mutate({ topic, is_following: !is_following })}
      />
    </div>
  )
}
