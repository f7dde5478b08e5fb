import { Ban, UserMinus, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { PopupBoundary } from '../../kit/ui/Boundary.tsx'
import { MenuItem } from '../../kit/ui/overlays/Menu.tsx'
import { ReportMenu, type Reported } from '../../moderation/ReportMenu.tsx'
import { useRemoveFollower } from '../follow/useRemoveFollower.ts'
import { muteWords, useMute, type OtherMember } from './useMute.ts'

const BlockDialog = lazyPart(async () => ({ default: (await import('./BlockDialog.tsx')).BlockDialog }))

type MemberMenuProps = {
  member: OtherMember
  /** What "Report" is about: the member, or what they wrote. */
  reported: Reported
  className: string
  /** Moves the focus, because muting collapses what the menu belongs to. */
  onChanged?: () => void
}

/**
 * What a member can do about another one: report them or their text, remove them as a follower, mute them or block them, and
 * undo either. The items are components of their own, so that a list of comments has no mutations for menus that are closed.
 */
export function MemberMenu({ member, reported, className, onChanged }: MemberMenuProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { muted, followsViewer = false } = member
  return (
    <>
      <ReportMenu {...reported} name={member.full_name} className={className}>
        {followsViewer && <RemoveItem member={member} />}
        {/* A block includes a mute, so it is the only thing to undo. */}
        {muted !== 'block' && <MuteItem member={member} onChanged={onChanged} />}
        {muted === 'block' ? (
          <UnblockItem member={member} onChanged={onChanged} />
        ) : (
          <MenuItem name={`Block @${member.username}`} onAction={() => setIsConfirming(true)}>
            <Ban aria-hidden="true" />
            Block @{member.username}
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

type ItemProps = { member: OtherMember; onChanged?: (() => void) | undefined }

function RemoveItem({ member }: ItemProps) {
  const removing = useRemoveFollower(member)
  const label = `Remove @${member.username} as a follower`
  return (
    <MenuItem name={label} onAction={() => removing.mutate()}>
      <UserMinus aria-hidden="true" />
      {label}
    </MenuItem>
  )
}

function MuteItem({ member, onChanged }: ItemProps) {
  const mute = useMute('mute', member, onChanged)
  const isMuted = member.muted === 'mute'
  const label = `${isMuted ? muteWords.mute.undo : muteWords.mute.choose} @${member.username}`
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
  const label = `${muteWords.block.undo} @${member.username}`
  return (
    <MenuItem name={label} onAction={() => block.mutate(false)}>
      <Ban aria-hidden="true" />
      {label}
    </MenuItem>
  )
}
