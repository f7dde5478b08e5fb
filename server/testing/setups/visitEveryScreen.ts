import { changePassword, login, logout, register } from '../../../contract/accounts/accounts.ts'
import { listSessions } from '../../../contract/accounts/sessions.ts'
import { updateWelcome } from '../../../contract/accounts/welcome.ts'
import { follow, listFollows, unfollow } from '../../../contract/alerts.ts'
import {
  addBookmark,
  followTopic,
  getBill,
  getBillText,
  getStance,
  listBills,
  getMostDiscussed,
  listBookmarks,
  listFollowedTopics,
  listTopics,
  removeBookmark,
  takeStance,
  unfollowTopic,
} from '../../../contract/bills/bills.ts'
import { listMovedBills, markMovedSeen } from '../../../contract/bills/movedBills.ts'
import { compareVersions, getVersion, listVersions, locateSection } from '../../../contract/bills/versions.ts'
import {
  countComments,
  countDiscussion,
  countStanceChanges,
  deleteComment,
  getEchoScore,
  getThread,
  listCategories,
  listComments,
  listMindChanges,
  listMindsChangedBy,
  markDiscussionRead,
  postComment,
  voteOnComment,
} from '../../../contract/discussions/discussions.ts'
import {
  canPost,
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  deleteGroupPost,
  followGroup,
  getGroup,
  likeGroupPost,
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
  unfollowGroup,
} from '../../../contract/groups/groups.ts'
import { createReport } from '../../../contract/moderation.ts'
import { blockUser, listMuted, muteUser, unblockUser, unmuteUser } from '../../../contract/mutes/mutes.ts'
import { listNotifications, readNotification } from '../../../contract/notifications.ts'
import {
  followUser,
  getProfileStats,
  getUserByUsername,
  listFollowers,
  listFollowing,
  listMemberStances,
  listOwnStances,
  unfollowUser,
  updatePrivacy,
  updateProfile,
} from '../../../contract/people.ts'
import { getMyArea, getMyPlaces } from '../../../contract/places.ts'
import {
  contactRepresentative,
  listContacts,
  listRepresentatives,
} from '../../../contract/representatives/representatives.ts'
import { searchEverything } from '../../../contract/search.ts'
import type { Person, TestServer } from '../testServer.ts'
import { storeText } from './records/billTexts.ts'

const us = 'ocd-division/country:us'
const illinois = `${us}/state:il`

/** Lets one member visit every screen and use every function there, with a neighbor who is already a member. */
export async function visitEveryScreen(app: TestServer): Promise<void> {
  await app.pool`insert into access_codes (code, max_uses) values ('STATEMENTS', 10)`
  await app.representative('IL-2', { division: illinois })
  const { bill_id: id } = await app.bill('Statements')
  await storeText(app, id, { full_text: 'One.' }, { label: 'Introduced', printed_on: '2026-01-01' })
  await storeText(app, id, { full_text: 'Two.' }, { label: 'Engrossed', printed_on: '2026-02-01' })
  const neighbor = await app.resident('neighbor', illinois, { email_verified_at: '2026-01-01T00:00:00Z' })
  const account = { full_name: 'Rae Reader', username: 'rae', email: 'rae@example.org' }
  const password = 'a long enough password'
  await app.visitor.call(register, { ...account, address: '', access_code: 'STATEMENTS', password })
  const { token, user } = await app.visitor.call(login, { email: account.email, password })
  const rae = { ...neighbor, ...app.as(token), user_id: user.userId }
  await app.pool`update users set email_verified_at = now() where user_id = ${rae.user_id}`
  await app.pool`insert into member_divisions (user_id, division) values (${rae.user_id}, ${us}), (${rae.user_id}, ${illinois})`

  await visitAccount(rae, neighbor)
  await readBills(rae, id)
  await discuss(rae, neighbor, id)
  const page = await fetch(`${app.origin}/bills/${id}`)
  await fetch(page.url.replace(app.origin, `${app.origin}/embed/bills`))
  await visitGroups(app, rae, neighbor)
  await rae.call(updateWelcome, { skipped: 'topics', district_confirmed: true, closed: true })
  await rae.call(listRepresentatives, {})
  await rae.call(contactRepresentative, { rep_id: 'IL-2', subject: 'Hello', message: 'Please.', bill_id: id })
  await rae.call(listContacts, {})
  await rae.call(changePassword, { currentPassword: password, newPassword: `${password}!` })
  await rae.call(logout, {})
}

async function visitAccount(rae: Person, neighbor: Person): Promise<void> {
  await rae.call(listSessions, {})
  await rae.call(updateProfile, { bio: 'I read bills.', address: '5 Example Street, Springfield, IL 62701' })
  await rae.call(updatePrivacy, { public_stances: true })
  await rae.call(getMyPlaces, {})
  await rae.call(getMyArea, {})
  await rae.call(getUserByUsername, { username: neighbor.username })
  await rae.call(getProfileStats, { id: neighbor.user_id })
  await rae.call(followUser, { id: neighbor.user_id })
  await rae.call(listFollowing, { id: rae.user_id })
  await rae.call(listFollowers, { id: neighbor.user_id })
  await rae.call(unfollowUser, { id: neighbor.user_id })
  await rae.call(muteUser, { id: neighbor.user_id })
  await rae.call(listMuted, {})
  await rae.call(unmuteUser, { id: neighbor.user_id })
  await rae.call(blockUser, { id: neighbor.user_id })
  await rae.call(unblockUser, { id: neighbor.user_id })
  await neighbor.call(followUser, { id: rae.user_id })
  const { notifications } = await rae.call(listNotifications, {})
  await rae.call(readNotification, { id: notifications[0]!.id })
}

async function readBills(rae: Person, id: string): Promise<void> {
  await rae.call(listTopics, {})
  await rae.call(follow, { target_type: 'bill', target_id: id })
  await rae.call(listFollows, {})
  await rae.call(unfollow, { target_type: 'bill', target_id: id })
  await rae.call(followTopic, { topic: 'health' })
  await rae.call(listFollowedTopics, {})
  await rae.call(listBills, {})
  await rae.call(listBills, { q: 'statements', topics: ['health'], government_level: 'federal' })
  await rae.call(listBills, { sort: 'activity_score' })
  await rae.call(listBills, { order: 'relevance' })
  await rae.call(listBills, { order: 'relevance', scope: 'state', bookmarked: 'true' })
  await rae.call(listBills, { scope: 'city' })
  await rae.call(unfollowTopic, { topic: 'health' })
  const { as_of } = await rae.call(listMovedBills, {})
  await rae.call(markMovedSeen, { as_of })
  await rae.call(getBill, { id })
  await rae.call(getBillText, { id })
  await rae.call(listVersions, { id })
  await rae.call(getVersion, { id, version_no: 1 })
  await rae.call(compareVersions, { id, from: 1, to: 2 })
  await rae.call(locateSection, { id, version_no: 1, key: 'text' })
  await rae.call(addBookmark, { id })
  await rae.call(listBookmarks, {})
  await rae.call(getMostDiscussed, {})
  await rae.call(listBills, { bookmarked: 'true' })
  await rae.call(removeBookmark, { id })
  await rae.call(takeStance, { id, stance: 'support' })
  await rae.call(getStance, { id })
  await rae.call(listOwnStances, {})
}

async function discuss(rae: Person, neighbor: Person, id: string): Promise<void> {
  const content = 'Have you read section 2?'
  const { comment } = await neighbor.call(postComment, { id, content, category_id: 'general-discussion' })
  const { comment_id } = comment
  await rae.call(listCategories, { id })
  for (const sort of ['oldest', 'newest', 'agreed'] as const) {
    await rae.call(listComments, { id, category_id: 'general-discussion', sort })
  }
  // The second time, the page comes from the memory of the server.
  await rae.call(listComments, { id, category_id: 'general-discussion', sort: 'agreed' })
  await rae.call(getThread, { id, comment_id })
  const reply = {
    id,
    content: 'I have.',
    category_id: 'general-discussion' as const,
    parent_comment_id: comment_id,
  }
  const { comment: own } = await rae.call(postComment, reply)
  await rae.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await rae.call(takeStance, { id, stance: 'oppose', change_source: 'comment', comment_id })
  await rae.call(countStanceChanges, { id, comment_id })
  await rae.call(listMindChanges, { id })
  await rae.call(listMindsChangedBy, { id: neighbor.user_id })
  await rae.call(markDiscussionRead, { id, as_of: comment.created_at })
  await rae.call(countComments, { id })
  await rae.call(countDiscussion, { id })
  await rae.call(getEchoScore, { id })
  await rae.call(createReport, { target_type: 'bill_comment', target_id: comment_id, reason: 'spam' })
  await rae.call(deleteComment, { id: own.comment_id })
  await neighbor.call(listMemberStances, { id: rae.user_id })
}

async function visitGroups(app: TestServer, rae: Person, neighbor: Person): Promise<void> {
  const id = await app.groupOf(illinois)
  await rae.call(listGroups, {})
  await rae.call(listGroups, { order: 'places' })
  await rae.call(searchEverything, { q: 'health act' })
  await rae.call(getGroup, { id })
  await rae.call(unfollowGroup, { id }).catch(() => null)
  await rae.call(followGroup, { id })
  await rae.call(canPost, { id })
  const { post } = await neighbor.call(createGroupPost, { id, content: 'The library opens again.' })
  const { post_id } = post
  await rae.call(listGroupPosts, { id })
  await rae.call(likeGroupPost, { id, post_id })
  await rae.call(listGroupMembers, { id })
  const { comment } = await rae.call(createGroupComment, { id, post_id, content: 'Good news.' })
  await rae.call(listGroupComments, { id, post_id })
  await rae.call(listGroupActivity, {})
  await rae.call(deleteGroupComment, { id, post_id, comment_id: comment.comment_id })
  await neighbor.call(deleteGroupPost, { id, post_id })
}
