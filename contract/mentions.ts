import * as z from 'zod/mini'
import { endpoint, Id } from './kit/endpoint.ts'
import { UserCard } from './people.ts'

/*
 * A mention starts at the beginning of the text, after a blank or after an opening bracket, quotation mark, ¿ or ¡ so that URLs and
 * email addresses contain none. A name with other letters, such as @josé, mentions no member whose username is its first letters. The address of an account elsewhere, such as @ann@example.org, is not a mention either.
 * Nor is a name that is longer than usernames can be.
 */
const mention =
  /(?<![^\s([{<"¿¡“„‘«])@([A-Za-z0-9_-]{1,50})(?![\p{L}\p{N}\u0300-\u036f_-]|@|\.[\p{L}\p{N}])/gu

type Piece = { text: string; start: number; username: string | null }

/** Splits a text into plain pieces and mentions. `username` is null for plain pieces. */
export function mentionPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  for (const match of text.matchAll(mention)) {
    const plain = text.slice(position, match.index)
    if (plain !== '') pieces.push({ text: plain, start: position, username: null })
    pieces.push({ text: match[0], start: match.index, username: match[1] ?? null })
    position = match.index + match[0].length
  }
  if (position < text.length) {
    pieces.push({ text: text.slice(position), start: position, username: null })
  }
  return pieces
}

/** Where a member types a mention: the start of the name after the @, and what is typed of it. */
export type TypedMention = { start: number; name: string }

/** Returns the mention before the caret, or null if there is none. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const [, name] = /(?:^|[\s([{<"¿¡“„‘«])@([A-Za-z0-9_-]{0,30})$/.exec(text.slice(0, caret)) ?? []
  return name === undefined ? null : { start: caret - name.length, name }
}

/** The maximum number of suggestions. */
export const maxSuggestions = 6

/**
 * Suggests members to mention in a discussion: first those who wrote in it, the latest first, then those that the caller
 * follows, then others, by the beginnings of their usernames and names. Members that the caller muted or blocked are left out,
 * and so are those who blocked the caller. Those who muted the caller are not, because that would reveal the mute.
 */
export const suggestMentions = endpoint('GET /api/mentions/suggestions', {
  access: 'user',
  input: {
    q: z._default(z.string().check(z.maxLength(30)), ''),
    /** The discussion: that of a bill, or that of a post. */
    bill_id: z.optional(Id),
    post_id: z.optional(Id),
  },
  output: {
    people: z.array(
      z.pick(UserCard, {
        username: true,
        full_name: true,
        profile_picture_url: true,
        engagement_level: true,
      }),
    ),
  },
})

/** The maximum number of usernames of one call. */
export const maxMentioned = 100

/** Lists those of the usernames, separated by commas, that belong to members, in lower case. Only these become links. */
export const listMentioned = endpoint('GET /api/mentions', {
  access: 'user',
  // A username has at most 50 characters, and a comma follows it.
  input: { usernames: z.string().check(z.maxLength(maxMentioned * 51)) },
  output: { usernames: z.array(z.string()) },
})
