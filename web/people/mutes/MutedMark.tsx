import { focusContent } from '../../kit/focus.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { useMute, type OtherMember } from './useMute.ts'
import styles from './Mutes.module.css'

/** Says on a profile that the viewer muted this member. */
export function MutedMark({ member }: { member: OtherMember }) {
  // The pressed button is about to leave the screen.
  const mute = useMute(member, focusContent)
  if (member.muted === null) return null
  return (
    <p className={styles.on}>
      You muted this member.
      <TextButton className={styles.show} onClick={() => !mute.isPending && mute.mutate(false)}>
        Unmute
      </TextButton>
    </p>
  )
}
