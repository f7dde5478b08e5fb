import type { MutedAuthor } from '#contract/mutes.ts'
import type { Stance } from '#contract/stances.ts'
import type { CommentJson } from '#server/participation/comments/threads.ts'
import { discussionPages } from '#server/platform/observability/counters.ts'

/** The part of a page that is the same for every viewer. */
export type KeptPage = {
  /** The version of the discussion when the page was read. Every write that can change the page increments it. */
  version: string
  /** The list of comments as JSON, for a viewer who has not voted or changed their mind here. */
  list: Buffer
  /** The positions of the fields of each comment in the list, without those of its replies. */
  positions: Map<string, { start: number; end: number }>
  total: number
  next: string | null
}

/** The part of a page that only one viewer sees. */
export type ViewerPart = {
  version: string
  read_at: string | null
  as_of: string
  /** The viewer's votes on live comments of the bill. */
  votes: Record<string, 'upvote' | 'downvote'>
  /** The live comments of the bill that changed the viewer's mind. */
  credited: string[]
  /**
   * The viewer's stance on the bill and, for each of the viewer's own comments, the one when it was written, or null unless
   * only the viewer sees these stances.
   */
  own: { stance: Stance | null; when_written: Record<string, Stance | null> } | null
  /** All members that the viewer muted. */
  muted: MutedAuthor[]
}

export type KeptPages = ReturnType<typeof openKeptPages>

/**
 * Keeps the pages of discussions that this process has read, the least recently read first. The total size is limited,
 * and a page is used only as long as the database says that its version is current (docs/decisions/034).
 */
export function openKeptPages(maxBytes = 16 * 1024 * 1024) {
  const pages = new Map<string, KeptPage>()
  let bytes = 0

  function remove(key: string) {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= sizeOf(key, page)
  }

  return {
    get: (key: string): KeptPage | undefined => pages.get(key),
    /** Call this function for every page that is sent. `result` says how the page was obtained. */
    use(key: string, page: KeptPage, result: 'hit' | 'outdated' | 'miss'): void {
      discussionPages.add({ result })
      remove(key)
      // The pages of an empty discussion are not kept, because two inexpensive statements return them.
      if (page.positions.size === 0) return
      pages.set(key, page)
      bytes += sizeOf(key, page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    size: () => ({ pages: pages.size, bytes }),
  }
}

/**
 * Estimates the memory of a page in bytes. A position takes about as much as its id, an object and an entry of the map.
 */
function sizeOf(key: string, { list, positions }: KeptPage): number {
  return 2 * key.length + list.length + 200 * positions.size + 500
}

/** Joins the parts of a list of comments and stores the positions of the fields of each comment. */
export function joinList(
  comments: readonly CommentJson[],
  parts: readonly Buffer[],
): Pick<KeptPage, 'list' | 'positions'> {
  const idOf = new Map(comments.map(({ comment_id, json }) => [json, comment_id]))
  const positions: KeptPage['positions'] = new Map()
  let start = 0
  for (const part of parts) {
    const end = start + part.length
    const comment_id = idOf.get(part)
    if (comment_id !== undefined) positions.set(comment_id, { start, end })
    start = end
  }
  return { list: Buffer.concat(parts, start), positions }
}

/**
 * The last fields of a comment for a viewer who has not voted or changed their mind because of it. The statement of the
 * page writes these fields.
 */
export const untouchedFields = ',"user_vote":null,"changed_my_mind":false'
const untouchedStances = stanceFields(null, null)

/** The fields of a comment that show its author's stances. The statement of the page writes them in this order. */
function stanceFields(now: Stance | null, whenWritten: Stance | null): string {
  return `"user_stance":${JSON.stringify(now)},"stance_when_written":${JSON.stringify(whenWritten)}`
}

/** Returns the list of a kept page with the viewer's votes and changed minds. */
export function listFor({ list, positions }: KeptPage, { votes, credited, own }: ViewerPart): Buffer[] {
  const touched = new Set([...Object.keys(votes), ...credited, ...Object.keys(own?.when_written ?? {})])
  const touchedComments = [...touched].flatMap((comment_id) => {
    const position = positions.get(comment_id)
    return position ? [{ comment_id, ...position }] : []
  })
  const credits = new Set(credited)
  const parts: Buffer[] = []
  let copied = 0
  function replace(from: number, until: number, text: string) {
    parts.push(list.subarray(copied, from), Buffer.from(text))
    copied = until
  }
  for (const { comment_id, start, end } of touchedComments.toSorted((a, b) => a.start - b.start)) {
    const whenWritten = own?.when_written[comment_id]
    if (own && whenWritten !== undefined) {
      // Quotation marks inside a JSON string are escaped with a backslash, so this match can only be the field itself.
      const at = list.indexOf(untouchedStances, start)
      replace(at, at + untouchedStances.length, stanceFields(own.stance, whenWritten))
    }
    const vote = votes[comment_id]
    const fields = `,"user_vote":${vote ? `"${vote}"` : 'null'},"changed_my_mind":${credits.has(comment_id)}`
    replace(end - untouchedFields.length, end, fields)
  }
  parts.push(list.subarray(copied))
  return parts
}
