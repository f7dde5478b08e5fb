import { Handshake } from 'lucide-react'
import type { Comment } from '../../contract/discussions.ts'
import { Badge } from '../kit/ui/Badge.tsx'
import styles from './Comment.module.css'

/** Both numbers always appear, so that readers see how much each side's approval rests on. */
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
