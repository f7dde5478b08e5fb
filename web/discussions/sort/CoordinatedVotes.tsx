import { useMutation, useQuery } from '@tanstack/react-query'
import { appealCoordinatedVotes, listCoordinatedVotes } from '#contract/coordinatedVotes.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { call, messageOf, queryFor } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { T } from '#web/kit/ui/T.tsx'
import styles from '#web/discussions/DiscussionPanel.module.css'

/** Says how many accounts voted together and count as one voice in this order, and lets their members appeal. */
export function CoordinatedVotes({ bill_id }: { bill_id: string }) {
  const { data } = useQuery({ ...queryFor(listCoordinatedVotes, { id: bill_id }), staleTime: 60_000 })
  if (!data || data.clusters.length === 0) {
    return null
  }
  return (
    <>
      {countedSizes(data.clusters).map(({ size, key }) => (
        <p key={key} className={styles.sortHint}>
          {plural(
            size,
            '{n} account voted together on this bill. In this order they count as one voice.|{n} accounts voted together on this bill. In this order they count as one voice.',
          )}
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
    onSuccess: () => toast(t('Thank you. A moderator will look at it.'), 'success'),
    onError: (error) => toast(messageOf(error), 'failure'),
  })
  const isDone = appealing.isPending || appealing.isSuccess
  return (
    <p className={styles.sortHint}>
      <T
        count={size - 1}
        text="Your votes here closely match those of {n} other account, so together they count as one voice in this order. If you voted as a class or a club, <textButton>let us know</textButton>.|Your votes here closely match those of {n} other accounts, so together they count as one voice in this order. If you voted as a class or a club, <textButton>let us know</textButton>."
        values={{
          n: formatNumber(size - 1),
          textButton: (content) => (
            <TextButton
              // A disabled button would lose the focus.
              aria-disabled={isDone || undefined}
              onClick={() => !isDone && appealing.mutate()}
            >
              {content}
            </TextButton>
          ),
        }}
      />
    </p>
  )
}
