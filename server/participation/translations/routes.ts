import * as translations from '#contract/translations.ts'
import { oneAtATime } from '#server/platform/http/admission.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { writePrepared } from '#server/platform/http/route/write.ts'
import { translateText, type TranslationRules } from './translateText.ts'

export function translationRoutes(settings: Omit<TranslationRules, 'afterOwn'>): Route[] {
  const rules = { ...settings, afterOwn: oneAtATime() }
  return [
    writePrepared(translations.translateText, ({ pool, me, input }) => translateText(pool, me, input, rules)),
  ]
}
