import { updateWelcome } from '#contract/accounts/accounts.ts'
import { updateNotificationSettings } from '#contract/alerts.ts'
import { addBookmark, followTopic, takeStance } from '#contract/bills/bills.ts'
import { type Comment, deleteComment, markDiscussionRead, voteOnComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup, likeGroupPost } from '#contract/groups.ts'
import { muteUser } from '#contract/mutes.ts'
import { followUser } from '#contract/people.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'
import { say } from './notified.ts'
import { addSoftwarePasskey } from './passkeys.ts'
import { withSecondFactor } from './secondFactors.ts'

const hawaii = 'ocd-division/country:us/state:hi'
const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

async function changeMind(by: Person, bill_id: string, comment: Comment) {
  await by.call(takeStance, { id: bill_id, stance: 'neutral' })
  await by.call(takeStance, {
    id: bill_id,
    stance: 'oppose',
    change_source: 'comment',
    comment_id: comment.comment_id,
  })
}

async function postIn(by: Person, id: string, content: string) {
  return (await by.call(createGroupPost, { id, content })).post.post_id
}

/** Creates a member with rows in every table, and two members who reacted to them. */
export async function createMemberLife(app: TestServer, name: string) {
  const gone = await app.resident(name, hawaii, { ...verified, ocd_city_id: `${hawaii}/place:hilo` })
  const [hal, ida] = [await app.resident(`${name}-hal`, hawaii), await app.member(`${name}-ida`)]
  const [one, two] = [await app.bill(`One of ${name}`), await app.bill(`Two of ${name}`)]
  const ofHal = await say(hal, one.bill_id, 'Hal speaks')
  await gone.call(takeStance, { id: one.bill_id, stance: 'support' })
  await gone.call(takeStance, { id: two.bill_id, stance: 'neutral' })
  await app.pool`insert into receipt_secrets (user_id, secret) values (${gone.user_id}, sha256('secret'))`
  await changeMind(gone, one.bill_id, ofHal)
  await gone.call(voteOnComment, { id: ofHal.comment_id, vote_type: 'downvote' })
  await ida.call(voteOnComment, { id: ofHal.comment_id, vote_type: 'upvote' })
  const silent = await say(gone, two.bill_id, 'Nobody answers me')
  await hal.call(voteOnComment, { id: silent.comment_id, vote_type: 'upvote' })
  await changeMind(ida, two.bill_id, silent)
  const answered = await say(gone, two.bill_id, 'Somebody answers me')
  await say(ida, two.bill_id, 'I do', answered)
  await hal.call(voteOnComment, { id: answered.comment_id, vote_type: 'downvote' })
  await changeMind(hal, two.bill_id, answered)
  const tombstone = await say(hal, two.bill_id, 'Soon a tombstone')
  await say(gone, two.bill_id, 'The only reply', tombstone)
  await hal.call(deleteComment, { id: tombstone.comment_id })
  const later = await say(ida, two.bill_id, 'Deleted after the deletion')
  await say(gone, two.bill_id, 'A reply that will need it', later)
  await gone.call(followUser, { id: hal.user_id })
  await ida.call(followUser, { id: gone.user_id })
  await gone.call(muteUser, { id: ida.user_id })
  await hal.call(muteUser, { id: gone.user_id })
  await gone.call(addBookmark, { id: one.bill_id })
  const { recovery_codes } = await withSecondFactor(gone, app)
  await addSoftwarePasskey(gone, { code: recovery_codes[0] })
  await gone.call(updateNotificationSettings, { email_comments: false })
  await gone.call(markDiscussionRead, { id: one.bill_id, as_of: '2026-11-01T00:00:00.000Z' })
  await gone.call(followTopic, { topic: 'health' })
  await gone.call(updateWelcome, { skipped: 'district' })
  const id = await app.groupOf(hawaii)
  await gone.call(followGroup, { id })
  const [myPost, lonelyPost] = [await postIn(gone, id, 'My post'), await postIn(gone, id, 'Lonely post')]
  const ofHals = await postIn(hal, id, 'Post of Hal')
  for (const post_id of [myPost, lonelyPost]) await hal.call(likeGroupPost, { id, post_id })
  await gone.call(likeGroupPost, { id, post_id: ofHals })
  const comment = (by: Person, post_id: string, parent_comment_id: string | null = null) =>
    by.call(createGroupComment, { id, post_id, content: 'In the group', parent_comment_id })
  const { comment: top } = await comment(gone, myPost)
  await comment(hal, myPost, top.comment_id)
  await comment(gone, ofHals)
  // The deletion of the account needs the second step.
  return { gone, hal, ida, one, two, later, code: recovery_codes[1] ?? '' }
}
