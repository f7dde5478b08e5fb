import { createHash } from 'node:crypto'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { translateText as endpoint } from '#contract/translations.ts'
import type { oneAtATime } from '#server/platform/http/admission.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { translateSentences } from '#server/platform/translation/translateSentences.ts'
import type { Translator } from '#server/platform/translation/translator.ts'
import { selectNames, selectText, selectTranslation, storeTranslation } from './queries.ts'

/** A program may need a second of a processor for each text. Stored translations are not counted. */
const translationLimit: LimitRule = { rule: 'translation', attempts: 60, seconds: 600 }

export type TranslationRules = {
  translator: Translator
  rateLimits: boolean
  /** Runs a translation after the member's earlier ones. */
  afterOwn: ReturnType<typeof oneAtATime>
}

type Output = Omit<OutputOf<typeof endpoint>, 'success'>

/**
 * Translates a text that its readers can see, or reads the stored translation. It does so before the transaction, because the program
 * may take seconds, and returns the function that stores a new translation.
 */
export async function translateText(
  pool: Pool,
  { user_id }: Member,
  input: ParsedOf<typeof endpoint>,
  { translator, rateLimits, afterOwn }: TranslationRules,
): Promise<(call: { db: Db }) => Promise<Output>> {
  const { to } = input
  const { content, language: from } = (await selectText(pool, input)) ?? refuse('text_not_found')
  const program = from === null ? null : translator.programOf(from, to)
  if (from === null || program === null) refuse('not_translatable')
  const version = { ...input, version_hash: hashOf(program, from, content) }
  const stored = await selectTranslation(pool, version)
  if (stored) return async () => ({ from, to, parts: stored })

  if (rateLimits) await countAttempts(pool, [{ rule: translationLimit, subject: user_id }])
  const names = await selectNames(pool, input, content)
  const parts = await afterOwn(user_id, () =>
    translateSentences(translator.translate, content, { from, to, names }),
  )
  if (!parts.some(({ is_translated }) => is_translated)) refuse('not_translatable')
  return async ({ db }) => {
    if (!(await storeTranslation(db, version, content, parts))) refuse('text_not_found')
    return { from, to, parts }
  }
}

/** Returns the first half of a SHA-256, which fits into a uuid. */
function hashOf(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)
}
