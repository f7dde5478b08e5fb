import { Skeleton } from '#web/kit/ui/Feedback.tsx'
import styles from './BillCard.module.css'

/** The skeleton takes the same space as a card so that nothing moves when the bill arrives. */
export function BillCardSkeleton() {
  return (
    <div className={`${styles.card} ${styles.skeleton}`}>
      <Skeleton width="45%" height="2rem" />
      <Skeleton width="85%" height="1.625rem" />
      <Skeleton width="60%" height="1.625rem" />
      <Skeleton />
      <Skeleton />
      <Skeleton width="60%" />
      <Skeleton width="75%" />
      <Skeleton width="50%" />
      <Skeleton width="40%" height="1.5rem" />
      <Skeleton height="0.75rem" />
      <div className={styles.skeletonPair}>
        <Skeleton height="3.8125rem" />
      </div>
      <Skeleton width="30%" height="1.125rem" />
    </div>
  )
}
