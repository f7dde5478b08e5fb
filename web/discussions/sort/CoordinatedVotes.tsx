import { useMutation, useQuery } from '@tanstack/react-query'
import { appealCoordinatedVotes, listCoordinatedVotes } from '#contract/coordinatedVotes.ts'
import { call, messageOf, queryFor } from '#web/kit/api/api.ts'
import { pluralize } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from '#web/discussions/DiscussionPanel.module.css'

/** Says how many accounts voted together and count as one voice in this order, and lets their members appeal. */
export function CoordinatedVotes({ bill_id }: { bill_id: string }) {
  const { data } = useQuery({ ...queryFor(listCoordinatedVotes, { id: bill_id }), staleTime: 60_000 })
  if (!data || data.clusters.length === 0) return null
  return (
    <>
      {countedSizes(data.clusters).map(({ size, key }) => (
        <p key={key} className={styles.sortHint}>
          {pluralize(size, 'account')} voted together on this bill. In this order they count as one voice.
        </p>
      ))}
      {data.includes_viewer && <OwnCluster bill_id={bill_id} size={data.clusters[0]?.size ?? 0} />}
    </>
  )
}

/** Two groups can have the same size, so the key also has the position. */
function countedSizes(clusters: readonly { size: number }[]): { size: number; key: string }[] {
  return clusters.map(({ size }, position) => ({ size, key: `${size} ${position}` }))
}

function OwnCluster({ bill_id, size }: { bill_id: string; size: number }) {
  const appealing = useMutation({
    mutationFn: () => call(appealCoordinatedVotes, { id: bill_id }),
    onSuccess: () => toast('Thank you. A moderator will look at it.', 'success'),
    onError: (error) => toast(messageOf(error), 'failure'),
  })
  return (
    <p className={styles.sortHint}>
      Your votes here closely match those of {pluralize(size - 1, 'other account')}, so together they count as
      one voice in this order. If you voted as a class or a club,{' '}
      <TextButton disabled={appealing.isPending || appealing.isSuccess} onClick={() => appealing.mutate()}>
        let us know
      </TextButton>
      .
    </p>
  )
}
