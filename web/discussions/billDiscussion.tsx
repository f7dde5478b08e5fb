import type { QueryClient } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { sectionName } from '#contract/bills/sectionLinks.ts'
import { getVersion } from '#contract/bills/versions.ts'
import {
  checkComment,
  commentMaxLength,
  deleteComment,
  getEchoScore,
  listCategories,
  listComments,
  nameOfCategory,
  postComment,
  type CategoryId,
  type Comment,
} from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { changeBill } from '#web/bills/billCache.ts'
import { StanceTag } from '#web/bills/stance/StanceTag.tsx'
import {
  clearCommentSection,
  currentCommentSection,
  newCommentFieldId,
} from '#web/bills/text/sectionComments.ts'
import { SectionLink } from '#web/bills/text/SectionLink.tsx'
import type { Discussion } from '#web/comments/discussion.ts'
import { queryFor, call } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { billDrafts } from '#web/kit/forms/draftKeys.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { CategoryChoice, chosenCategory, forgetCategory } from './CategoryChoice.tsx'
import { MindChangeMenu } from './MindChangeMenu.tsx'
import { MindChangeQuestion } from './minds/MindChangeQuestion.tsx'
import { SectionChoice } from './SectionChoice.tsx'
import type { Sort } from './sort/sortChoice.ts'
import { billThreads, type Tab } from './threads.ts'
import { VoteButtons } from './VoteButtons.tsx'
import styles from './CommentParts.module.css'

type Options = {
  sort: Sort
  newSince: string | null
  /** Shows only the comments of a category. */
  onShowCategory?: (category_id: CategoryId) => void
  /** The form for new comments in the moment after a stance, which is not the form of the discussion. */
  isMoment?: boolean
}

/** Describes the comments on a bill in one tab, which have votes, stances and credit for changed minds. */
export function billDiscussion(
  bill: Bill,
  tab: Tab,
  { sort, newSince, onShowCategory, isMoment = false }: Options,
): Discussion<Comment> {
  const id = bill.bill_id
  const isLearning = isMoment && bill.user_stance === 'learning'
  const firstCategory = tab !== 'all' ? tab : isLearning ? 'questions-clarifications' : 'general-discussion'
  const draftPrefix = isMoment ? `${billDrafts(id)}:moment` : billDrafts(id)
  // In a tab with one category, the comment belongs to it.
  const form = tab === 'all' ? draftPrefix : `${draftPrefix}:${tab}`
  // A reply belongs to the category of its thread, which the server knows.
  const categoryOf = (parent: string | null) =>
    parent === null ? chosenCategory(form, firstCategory) : firstCategory
  // Only a new thread from the form of the discussion can be about a section. A reply is about its thread.
  const sectionOf = (parent: string | null) =>
    parent === null && !isMoment ? currentCommentSection(id) : null
  return {
    ...billThreads(id, tab, sort),
    // The moment does not know the order of the list on the screen, so its comment is shown above the list.
    ...(isMoment && { newThreadsAt: null }),
    variant: 'full',
    newSince,
    post: async (text, parent_comment_id, idempotencyKey) => {
      const { key: section_key = null, version_no = null } = sectionOf(parent_comment_id) ?? {}
      const category_id = categoryOf(parent_comment_id)
      const input = { id, ...text, category_id, parent_comment_id, section_key, version_no }
      return (await call(postComment, input, { idempotencyKey })).comment
    },
    delete: (comment_id) => call(deleteComment, { id: comment_id }),
    pending: (shared) => ({
      ...shared,
      category_id: categoryOf(shared.parent_comment_id),
      section_key: sectionOf(shared.parent_comment_id)?.key ?? null,
      version_no: sectionOf(shared.parent_comment_id)?.version_no ?? null,
      upvotes: 0,
      downvotes: 0,
      user_vote: null,
      user_stance: bill.user_stance,
      stance_when_written: bill.user_stance,
      change_count: 0,
      changed_my_mind: false,
      asks_about_change: false,
      both_sides: null,
    }),
    onCount(cache, step, comment) {
      if (comment?.section_key) {
        clearCommentSection(id)
        void cache.invalidateQueries({ queryKey: [getVersion.path, { id }] })
      }
      countComment(cache, id, comment?.category_id ?? null, step)
      if (step < 0) {
        void cache.invalidateQueries({ queryKey: queryFor(getEchoScore, { id }).queryKey })
        return
      }
      dispatch({ type: 'increment_comment_count' })
      if (comment?.parent_comment_id === null) forgetCategory(form)
      // Other tabs and orders are fetched again when they are selected.
      void cache.invalidateQueries({ queryKey: [listComments.path, { id }], refetchType: 'none' })
    },
    draftPrefix: billDrafts(id),
    newDraftPrefix: form,
    check: checkComment,
    maxLength: commentMaxLength,
    failedToPost: (isReply, reason) =>
      isReply
        ? t('Failed to submit reply: {reason}', { reason })
        : t('Failed to submit comment: {reason}', { reason }),
    reportType: 'bill_comment',
    mentionScope: { bill_id: id },
    newThread: {
      fieldId: isMoment ? undefined : newCommentFieldId,
      about: isMoment ? null : <SectionChoice bill_id={id} />,
      choice: <CategoryChoice form={form} initial={firstCategory} />,
    },
    badges: (comment) => (
      <>
        <StanceTag {...comment} />
        {onShowCategory && comment.parent_comment_id === null && !comment.is_deleted && (
          <CategoryTag category_id={comment.category_id} onShow={onShowCategory} />
        )}
        {comment.section_key && !comment.is_deleted && (
          <span>
            <T
              text="on {section}"
              values={{
                section: (
                  <SectionLink
                    bill_id={id}
                    section={{ key: comment.section_key, version_no: comment.version_no }}
                  >
                    {sectionName(comment.section_key)}
                  </SectionLink>
                ),
              }}
            />
          </span>
        )}
      </>
    ),
    notes: (comment) => (
      <>
        {comment.both_sides && <BothSidesBadge votes={comment.both_sides} />}
        {comment.asks_about_change && <MindChangeQuestion bill_id={id} comment={comment} />}
      </>
    ),
    firstActions: (comment) => <VoteButtons bill_id={id} comment={comment} />,
    moreActions: (comment, name) =>
      bill.user_stance && <MindChangeMenu bill={bill} comment={comment} name={name} />,
  }
}

/** The category of a comment, as a button that shows only this category. */
function CategoryTag({
  category_id,
  onShow,
}: {
  category_id: CategoryId
  onShow: (category_id: CategoryId) => void
}) {
  const name = t(nameOfCategory(category_id))
  return (
    <button
      type="button"
      className={styles.categoryTag}
      aria-label={t('{category}: show only this category', { category: name })}
      onClick={() => onShow(category_id)}
    >
      {name}
    </button>
  )
}

/** A category of null is not known, and the counts of the categories are then read again. */
function countComment(cache: QueryClient, id: string, category_id: CategoryId | null, step: 1 | -1) {
  const adjusted = (count: number) => Math.max(0, count + step)
  // The local count exists only for a viewer with a city, and every comment of such a viewer is local.
  changeBill(cache, id, ({ discussion_count, local_count }) => ({
    discussion_count: adjusted(discussion_count),
    local_count: local_count === null ? null : adjusted(local_count),
  }))
  if (category_id === null) {
    void cache.invalidateQueries({ queryKey: queryFor(listCategories, { id }).queryKey })
    return
  }
  cache.setQueryData(queryFor(listCategories, { id }).queryKey, (data) => {
    const categories = data?.categories.map((category) =>
      category.category_id === category_id
        ? { ...category, comment_count: adjusted(category.comment_count) }
        : category,
    )
    return data && categories && { ...data, categories }
  })
}

/** Says that both sides liked a comment, with all four numbers so that readers see how many votes that is based on. */
export function BothSidesBadge({
  votes: { support, oppose },
}: {
  votes: NonNullable<Comment['both_sides']>
}) {
  return (
    <p className={styles.bothSides}>
      <Badge tone="member" icon={<Handshake aria-hidden="true" />}>
        {t(
          'Liked on both sides: {supporters} of {supporterVotes} supporters and {opponents} of {opponentVotes} opponents who voted.',
          {
            supporters: formatNumber(support.upvotes),
            supporterVotes: formatNumber(support.votes),
            opponents: formatNumber(oppose.upvotes),
            opponentVotes: formatNumber(oppose.votes),
          },
        )}
      </Badge>
    </p>
  )
}
