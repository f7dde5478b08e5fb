import { Ban, UserMinus, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { MuteState } from '#contract/mutes.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { MenuItem } from '#web/kit/ui/overlays/Menu.tsx'
import { ReportMenu, type ReportedItem } from '#web/moderation/ReportMenu.tsx'
import { useRemoveFollower } from '#web/people/follow/useRemoveFollower.ts'
import { muteTexts, useMute, type OtherMember } from './useMute.ts'

const BlockDialog = lazyPart(async () => ({ default: (await import('./BlockDialog.tsx')).BlockDialog }))

type MemberMenuProps = {
  member: OtherMember
  /** The item that "Report" reports. It is the member or something that they wrote. */
  reportedItem: ReportedItem
  className: string
  /**
   * Called after the member was muted, unmuted, blocked or unblocked. The element that contains this menu may collapse or
   * expand then, so the caller can move the focus.
   */
  onChanged?: (muted: MuteState) => void
}

/**
 * The menu of another member. It reports the member or something that they wrote, removes them as a follower, and mutes,
 * unmutes, blocks or unblocks them. Items that send a request are separate components, because a list of comments has many
 * closed menus, and the hooks of an item run only while its menu is open.
 */
export function MemberMenu({ member, reportedItem, className, onChanged }: MemberMenuProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { muted, followsViewer = false } = member
  return (
    <>
      <ReportMenu {...reportedItem} name={member.full_name} className={className}>
        {followsViewer && <RemoveFollowerItem member={member} />}
        {/* A block includes a mute, so a blocked member can only be unblocked. */}
        {muted !== 'block' && <MuteItem member={member} onChanged={onChanged} />}
        {muted === 'block' ? (
          <UnblockItem member={member} onChanged={onChanged} />
        ) : (
          <MenuItem
            name={t('Block @{username}', { username: member.username })}
            onAction={() => setIsConfirming(true)}
          >
            <Ban aria-hidden="true" />
            {t('Block @{username}', { username: member.username })}
          </MenuItem>
        )}
      </ReportMenu>
      <PopupBoundary onClose={() => setIsConfirming(false)}>
        {isConfirming && (
          <BlockDialog member={member} onClose={() => setIsConfirming(false)} onBlocked={onChanged} />
        )}
      </PopupBoundary>
    </>
  )
}

type ItemProps = { member: OtherMember; onChanged?: ((muted: MuteState) => void) | undefined }

function RemoveFollowerItem({ member }: ItemProps) {
  const removal = useRemoveFollower(member)
  const label = t('Remove @{username} as a follower', { username: member.username })
  return (
    <MenuItem name={label} onAction={() => removal.mutate()}>
      <UserMinus aria-hidden="true" />
      {label}
    </MenuItem>
  )
}

function MuteItem({ member, onChanged }: ItemProps) {
  const mute = useMute('mute', member, onChanged)
  const isMuted = member.muted === 'mute'
  const { username } = member
  const label = isMuted ? muteTexts.mute.undoMember(username) : t('Mute @{username}', { username })
  const Icon = isMuted ? Volume2 : VolumeX
  return (
    <MenuItem name={label} onAction={() => mute.mutate(!isMuted)}>
      <Icon aria-hidden="true" />
      {label}
    </MenuItem>
  )
}

function UnblockItem({ member, onChanged }: ItemProps) {
  const block = useMute('block', member, onChanged)
  const label = muteTexts.block.undoMember(member.username)
  return (
    <MenuItem name={label} onAction={() => block.mutate(false)}>
      <Ban aria-hidden="true" />
      {label}
    </MenuItem>
  )
}
