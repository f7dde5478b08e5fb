import { createHash } from 'node:crypto'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { translateText as endpoint } from '#contract/translations.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { writePrepared } from '#server/platform/http/route/write.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { translateText } from '#server/platform/translation/translateText.ts'
import type { Translator } from '#server/platform/translation/translator.ts'
import { selectNames, selectText, selectTranslation, storeTranslation } from './queries.ts'

/** A program may need a second of a processor for each text. Stored translations are not counted. */
const translationLimit: LimitRule = { rule: 'translation', attempts: 60, seconds: 600 }

type Input = ParsedOf<typeof endpoint>
type Output = Omit<OutputOf<typeof endpoint>, 'success'>

/**
 * The route that translates a text. It is translated before the transaction, because the program may take seconds. Everybody who
 * may read the text may read its translation, but only members can have it translated.
 */
export function translationRoute(translator: Translator, { rateLimits }: { rateLimits: boolean }): Route {
  return writePrepared(endpoint, async ({ pool, me, input }) => {
    const { content, language: from } = (await selectText(pool, input)) ?? refuse('text_not_found')
    const program = from === null ? null : translator.programOf(from, input.to)
    if (from === null || program === null) refuse('not_translatable')
    const version = { ...input, version_hash: hashOf(program, from, content) }
    const stored = await selectTranslation(pool, version)
    if (stored) return async () => ({ from, to: input.to, parts: stored })

    if (rateLimits) await countAttempts(pool, [{ rule: translationLimit, subject: me.user_id }])
    const output = await translate(pool, translator, input, { content, from })
    return async ({ db }) => {
      if (!(await storeTranslation(db, version, content, output.parts))) refuse('text_not_found')
      return output
    }
  })
}

async function translate(
  pool: Pool,
  { translate }: Translator,
  input: Input,
  { content, from }: { content: string; from: string },
): Promise<Output> {
  const { to } = input
  const names = await selectNames(pool, input, content)
  const parts = await translateText(translate, content, { from, to, names })
  if (!parts.some(({ is_translated }) => is_translated)) refuse('not_translatable')
  return { from, to, parts }
}

function hashOf(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)
}
