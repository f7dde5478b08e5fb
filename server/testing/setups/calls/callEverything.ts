import type { TestServer } from '#server/testing/testServer.ts'
import type { Canaries } from './canaries.ts'
import { everyCall, type Call } from './everyCall.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

// These calls end the caller's session or account, so each of them gets its own member.
const endsSession = new Set(['/api/users/account', '/api/users/deactivate', '/api/auth/logout'])
let spareMembers = 0

async function tokenFor(app: TestServer, { template }: Call, token: string | null): Promise<string | null> {
  if (!token || !endsSession.has(template)) return token
  spareMembers += 1
  return (await app.member(`spare-${spareMembers}`)).token
}

/** Returns the path with the ids of the owner's data. */
function pathOf(template: string, { owner, ids, group }: Canaries): string {
  // Removing the owner as a follower, or blocking the owner, is allowed to delete one of the owner's rows, so another
  // member is used.
  const id = /\/(follower|block)$/.test(template)
    ? unknownId
    : template.includes('/users/')
      ? owner.user_id
      : template.includes('/comments/{id}')
        ? ids.comment_id
        : ids.bill_id
  const parameters: Record<string, string> = {
    id,
    token: '0'.repeat(64),
    comment_id: ids.comment_id,
    username: owner.username,
    ...(template.startsWith('/api/groups/') ? group : {}),
    ...(template.startsWith('/api/notifications/') ? { id: ids.notification_id } : {}),
    ...(template.startsWith('/api/representatives/') ? { id: 'IL-1' } : {}),
    ...(template.startsWith('/api/committees/') ? { id: ids.committee_id } : {}),
    ...(template.startsWith('/api/vote-events/') ? { id: ids.vote_event_id } : {}),
    version_no: '1',
    code: 'NO-SUCH-CODE',
    key: '1',
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? unknownId),
  )
  if (template === '/api/bills/find') return `${path}?address=${encodeURIComponent(`/${ids.bill_path}`)}`
  if (template === '/api/representatives/districts') return `${path}?kind=council_district`
  if (template.endsWith('/mentions')) return `${path}?usernames=canary`
  return template.endsWith('/versions/compare') ? `${path}?from=1&to=2` : path
}

/** Returns one body for all calls. Each call reads the fields that it knows. */
function bodyOf({ template }: Call, { owner }: Canaries) {
  const fields = {
    stance: 'oppose',
    vote_type: 'downvote',
    content: 'A comment by the test caller',
    category_id: 'general-discussion',
    topic: 'health',
    bio: 'A bio by the test caller',
    rep_id: 'IL-1',
    subject: 'A subject by the test caller',
    message: 'A message by the test caller',
    token: '0'.repeat(64),
    password: 'test caller password one',
    currentPassword: 'not the right one',
    newPassword: 'test caller password two',
    email: 'nobody@elsewhere.example',
    target_type: 'user',
    target_id: owner.user_id,
    reason: 'other',
    details: 'A report by the test caller',
    // A user id in the body must not change who the caller is.
    user_id: owner.user_id,
    userId: owner.user_id,
  }
  return template === '/api/users/profile' ? { bio: fields.bio, user_id: owner.user_id } : fields
}

/** Makes every call of the API with this token and returns the responses. `onResponse` runs before the next call. */
export async function callEverything(
  app: TestServer,
  canaries: Canaries,
  token: string | null,
  onResponse: (call: Call) => void = () => {},
) {
  const responses: (Call & { status: number; text: string })[] = []
  for (const call of await everyCall(app)) {
    const bearer = await tokenFor(app, call, token)
    const headers = {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    }
    const body = call.method === 'GET' ? {} : { body: JSON.stringify(bodyOf(call, canaries)) }
    const response = await fetch(app.origin + pathOf(call.template, canaries), {
      method: call.method,
      headers,
      ...body,
    })
    const head = [...response.headers].map((pair) => pair.join(': ')).join('\n')
    responses.push({ ...call, status: response.status, text: `${head}\n${await response.text()}` })
    onResponse(call)
  }
  return responses
}

export function findCanaries(text: string, canaries: Iterable<string>): string[] {
  return [...canaries].filter((canary) => text.includes(canary))
}
