import { Handshake } from 'lucide-react'
import type { Comment } from '#contract/discussions.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import styles from './CommentParts.module.css'

/** Says that both sides liked a comment, with all four numbers, so that readers see how many votes that is based on. */
export function BothSidesBadge({
  votes: { support, oppose },
}: {
  votes: NonNullable<Comment['both_sides']>
}) {
  return (
    <p className={styles.bothSides}>
      <Badge tone="member" icon={<Handshake aria-hidden="true" />}>
        {`Liked on both sides: ${support.upvotes} of ${support.votes} supporters and ${oppose.upvotes} of ${oppose.votes} opponents who voted.`}
      </Badge>
    </p>
  )
}
