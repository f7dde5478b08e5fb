import { Volume2, VolumeX } from 'lucide-react'
import { MenuItem } from '../../kit/ui/overlays/Menu.tsx'
import { ReportMenu, type Reported } from '../../moderation/ReportMenu.tsx'
import { useMute, type OtherMember } from './useMute.ts'

type MemberMenuProps = {
  member: OtherMember
  /** What "Report" is about: the member, or what they wrote. */
  reported: Reported
  className: string
  /** Moves the focus, because muting collapses what the menu belongs to. */
  onChanged?: () => void
}

/** What a member can do about another one: report them or their text, and mute or unmute them. */
export function MemberMenu({ member, reported, className, onChanged }: MemberMenuProps) {
  return (
    <ReportMenu {...reported} name={member.full_name} className={className}>
      <MuteItem member={member} onChanged={onChanged} />
    </ReportMenu>
  )
}

/** A component of its own, so that a list of comments has no mutation for each menu that is closed. */
function MuteItem({ member, onChanged }: { member: OtherMember; onChanged: (() => void) | undefined }) {
  const mute = useMute(member, onChanged)
  const isMuted = member.muted === 'mute'
  const label = `${isMuted ? 'Unmute' : 'Mute'} @${member.username}`
  const Icon = isMuted ? Volume2 : VolumeX
  return (
    <MenuItem name={label} onAction={() => mute.mutate(!isMuted)}>
      <Icon aria-hidden="true" />
      {label}
    </MenuItem>
  )
}
