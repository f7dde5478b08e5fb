import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import { normalizeProfile } from '#web/people/normalizeProfile.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import { scrollDelay } from './ProfileScreen.tsx'
import { newestActivity } from './RecentActivity.tsx'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()

// covers ACC-PROFILE-75
test('Recent Activity shows the 8 newest stances and comments in one list', () => {
  const stance = (minute: number) => ({
    stance: 'support' as const,
    created_at: at(minute),
    bill_title: `Bill ${minute}`,
    category_name: null,
    bill_id: `b${minute}`,
    is_outdated: false,
  })
  const comment = (minute: number) => ({
    content: 'Words',
    created_at: at(minute),
    language: 'en',
    bill_title: `Bill ${minute}`,
    category_name: 'General Discussion',
    bill_id: `b${minute}`,
    comment_id: `c${minute}`,
  })
  const activities = newestActivity({
    recentStances: [11, 9, 7, 5, 3, 1].map(stance),
    recentComments: [12, 10, 8, 6, 4, 2].map(comment),
  })
  expect(activities.map(({ created_at }) => created_at)).toEqual([12, 11, 10, 9, 8, 7, 6, 5].map(at))
  expect(activities.map(({ kind }) => kind).slice(0, 2)).toEqual(['comment', 'stance'])
})

// covers ACC-PROFILE-65 ACC-PROFILE-14
test('only a signed-in viewer can follow a member', () => {
  const profile = normalizeProfile({ userId: 'u2', username: 'ben', fullName: 'Ben Baker' })!
  const render = (viewer: ReturnType<typeof normalizeUser>) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <ProfileHeader profile={profile} viewer={viewer} />
      </QueryClientProvider>,
    )
  expect(render(normalizeUser({ userId: 'u1', username: 'maya' }))).toContain('Follow<')
  expect(render(null)).toContain('Ben Baker')
  expect(render(null)).not.toContain('Follow<')
})

// covers ACC-CONSTANTS-11
test('the page waits half a second before it scrolls to Recent Activity', () => {
  expect(scrollDelay).toBe(500)
})
