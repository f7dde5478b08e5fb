import type { MuteKind } from '../../../contract/mutes/muted.ts'
import { focusContent } from '../../kit/focus.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { muteWords, useMute, type OtherMember } from './useMute.ts'
import styles from './Mutes.module.css'

/** Says on a profile that the viewer muted or blocked this member. */
export function MutedMark({ member, kind }: { member: OtherMember; kind: MuteKind }) {
  // The pressed button is about to leave the screen.
  const mute = useMute(kind, member, focusContent)
  const words = muteWords[kind]
  return (
    <p className={styles.on}>
      You {words.done} this member.
      <TextButton className={styles.show} onClick={() => !mute.isPending && mute.mutate(false)}>
        {words.undo}
      </TextButton>
    </p>
  )
}
