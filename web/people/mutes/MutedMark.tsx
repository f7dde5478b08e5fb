import { t } from '#contract/kit/translate.ts'
import type { MuteKind } from '#contract/mutes.ts'
import { focusContent } from '#web/kit/focus.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { muteTexts, useMute, type OtherMember } from './useMute.ts'
import styles from './Mutes.module.css'

/** A line on a profile that says that the viewer has muted or blocked this member, with a button that undoes it. */
export function MutedMark({ member, kind }: { member: OtherMember; kind: MuteKind }) {
  // The pressed button disappears, so the screen takes the focus.
  const mute = useMute(kind, member, focusContent)
  return (
    <p className={styles.mark}>
      {kind === 'mute' ? t('You muted this member.') : t('You blocked this member.')}
      <TextButton className={styles.show} onClick={() => !mute.isPending && mute.mutate(false)}>
        {muteTexts[kind].undo}
      </TextButton>
    </p>
  )
}
