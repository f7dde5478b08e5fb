import { expect, test } from 'vitest'
import { Profile } from './accounts.ts'

const group = {
  group_id: '5b0f6f0e-5c55-4c0e-9e0a-3f1c6c1e2a44',
  group_name: 'Springfield',
  government_level: 'local',
  follower_count: 12,
  jurisdiction: 'ocd-division/country:us/state:il/place:springfield',
  group_type: 'place',
}

// covers ACC-PROFILE-36
test('a followed group on a profile has its id, name, level, followers, jurisdiction and type', () => {
  const followedGroups = Profile.shape.followedGroups
  expect(followedGroups.parse([{ ...group, secret: 'x' }])).toEqual([group])
  for (const missing of Object.keys(group)) {
    const rest = Object.fromEntries(Object.entries(group).filter(([name]) => name !== missing))
    expect([missing, followedGroups.safeParse([rest]).success]).toEqual([missing, false])
  }
})
