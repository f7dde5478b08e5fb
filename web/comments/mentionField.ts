import { typedMention, type TypedMention } from '#contract/mentions.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The discussion whose members are suggested first. */
export type MentionScope = { bill_id?: string; post_id?: string }

/** A field and the mention that is being typed in it. */
export type TypedIn = { field: TextField; mention: TypedMention }

export function typedIn(field: TextField): TypedIn | null {
  const mention = typedMention(field.value, field.selectionStart ?? field.value.length)
  return mention && { field, mention }
}

export type MentionSuggestionsProps = {
  typed: TypedIn | null
  scope: MentionScope
  /** Called when the caret moved, and with null to close the list. */
  onTyped: (typed: TypedIn | null) => void
  onText: (text: string) => void
}
