import { type Follow, followedUpdateTypes, updateTypeLabels } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { Checkbox } from '#web/kit/ui/Field.tsx'
import { useChangeFollow } from './actions.ts'
import { targetText } from './targetText.ts'

type UpdateTypesProps = { follow: Follow; id?: string | undefined; className?: string | undefined }

/** The kinds of updates that a member gets about something they follow. Each change is saved at once. */
export function UpdateTypes({ follow, id, className }: UpdateTypesProps) {
  const { update_types } = follow
  const change = useChangeFollow(follow, follow.name)
  return (
    <fieldset
      id={id}
      className={className}
      aria-label={t('Updates about {name}', { name: targetText(follow) })}
    >
      {followedUpdateTypes.map((type) => (
        <Checkbox
          key={type}
          label={t(updateTypeLabels[type])}
          checked={update_types.includes(type)}
          onChange={(event) => {
            const types = followedUpdateTypes.filter((other) =>
              other === type ? event.target.checked : update_types.includes(other),
            )
            change.mutate({ isFollowing: true, update_types: types })
          }}
        />
      ))}
    </fieldset>
  )
}
