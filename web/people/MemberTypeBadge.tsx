import { Award, Landmark, UserRound } from 'lucide-react'
import type { MemberType } from '#contract/accounts/memberRoles.ts'
import { t } from '#contract/kit/translate.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'

const types = {
  elected_official: { label: t('Elected official'), tone: 'elected', icon: Landmark },
  community_leader: { label: t('Community leader'), tone: 'leader', icon: Award },
  regular: { label: t('Member'), tone: 'member', icon: UserRound },
} as const

/** The type of a group member, shown by an icon, a word and a color. */
export function MemberTypeBadge({ type }: { type: MemberType }) {
  const { label, tone, icon: Icon } = types[type]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {label}
    </Badge>
  )
}
