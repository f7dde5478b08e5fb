import { currentDraft } from '#web/kit/forms/useDraft.ts'

// The key does not begin like the keys of texts, because a choice alone is nothing to keep.
export const languageKey = (draft: string) => `language:${draft}`

/** Returns the language that the author chose for a draft. It is empty if the server is to recognize it. */
export function chosenLanguage(draft: string): string {
  return currentDraft(languageKey(draft))
}

/** A text as it is sent, with the language if its author chose one. */
export type WrittenText = { content: string; language?: string }

export function writtenText(draft: string, content: string): WrittenText {
  const language = chosenLanguage(draft)
  return language === '' ? { content } : { content, language }
}
