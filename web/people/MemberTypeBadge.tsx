import { Award, Landmark, UserRound } from 'lucide-react'
import type { MemberType } from '../../contract/rules/memberTypes.ts'
import { Badge } from '../kit/ui/Badge.tsx'

const types = {
  elected_official: { words: 'Elected official', tone: 'elected', icon: Landmark },
  community_leader: { words: 'Community leader', tone: 'leader', icon: Award },
  regular: { words: 'Member', tone: 'member', icon: UserRound },
} as const

/** Who somebody is in the group: a shape, a word, then a colour (red, orange, blue). */
export function MemberTypeBadge({ type }: { type: MemberType }) {
  const { words, tone, icon: Icon } = types[type]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {words}
    </Badge>
  )
}
