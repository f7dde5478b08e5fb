import { formatNumber, initialsOf } from '#contract/kit/format.ts'
import { language as pageLanguage, plural, t } from '#contract/kit/translate.ts'
import { stanceTag } from '#contract/stances.ts'
import { brainPath, handshakePath, upvotePath } from '#contract/svgPaths.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { dateOf, icon, stanceIcon } from './sharedParts.ts'
import type { SharedComment, SharedPageBill } from './sharedQueries.ts'

/** Writes the most agreed comments, and how many more there are for members. */
export function commentsSection({ comments, discussion_count }: SharedPageBill, join: string): Html {
  const more = discussion_count - comments.length
  return html`<section class="comments visitor" aria-labelledby="comments">
    <h2 id="comments" class="h-sec">
      ${t('What people say')}
      ${discussion_count > 0 && html`<span class="count">${formatNumber(discussion_count)}</span>`}
    </h2>
    ${comments.length > 1 && html`<p class="muted">${t('Comments that both sides agree with come first.')}</p>`}
    ${
      comments.length > 0 &&
      html`<ol class="card threads">
        ${comments.map(comment)}
      </ol>`
    }
    ${discussion_count === 0 && html`<p class="muted">${t('No comments yet.')}</p>`}
    ${
      more > 0 &&
      html`<p class="more">
        ${comments.length > 0 ? plural(more, '{n} more comment.|{n} more comments.') : plural(more, '{n} comment.|{n} comments.')}
        <a class="no-print" href="${join}" rel="nofollow">${t('Join to read and reply')}</a>
      </p>`
    }
  </section>`
}

function comment(shown: SharedComment): Html {
  const { author, content, language, created_at, upvotes, change_count, reply_count } = shown
  return html`<li class="comment">
    <span class="initials" aria-hidden="true">${initialsOf(author)}</span>
    <div class="body">
      <p class="head">
        <b>${author}</b>
        ${stanceOfAuthor(shown)} ${dateOf(created_at)}
      </p>
      <p class="text" lang="${language ?? pageLanguage()}">${lines(content)}</p>
      ${bothSides(shown)}
      <ul class="votes">
        <li>${icon(upvotePath)}${plural(upvotes, '{n} upvote|{n} upvotes')}</li>
        ${reply_count > 0 && html`<li>${plural(reply_count, '{n} reply|{n} replies')}</li>`}
        ${change_count > 0 && html`<li class="minds">${icon(brainPath)}${plural(change_count, 'Changed {n} mind|Changed {n} minds')}</li>`}
      </ul>
    </div>
  </li>`
}

function stanceOfAuthor({ user_stance, stance_when_written }: SharedComment): Html | null {
  const tag = stanceTag(user_stance, stance_when_written)
  return (
    tag &&
    html`<span class="tag ${user_stance ?? ''}"
      ><span class="tagLabel">${user_stance && stanceIcon(user_stance)}${tag.label}</span> ${
        tag.earlier && html`<span class="earlier">${tag.earlier}</span>`
      }</span
    >`
  )
}

/**
 * Writes the approval by each side. Both numbers are always shown so that readers see how many votes the approval is
 * based on.
 */
function bothSides({ both_sides }: SharedComment): Html | null {
  if (!both_sides) {
    return null
  }
  const { support, oppose } = both_sides
  return html`<p class="bothSides">
    <span class="badge member">
      ${icon(handshakePath)}${t(
        'Liked on both sides: {supporters} of {allSupporters} supporters and {opponents} of {allOpponents} opponents who voted.',
        {
          supporters: support.upvotes,
          allSupporters: support.votes,
          opponents: oppose.upvotes,
          allOpponents: oppose.votes,
        },
      )}
    </span>
  </p>`
}

/** Splits a text into lines, because escaping replaces line breaks. */
function lines(text: string): Html[] {
  return text.split(/\r?\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
}
