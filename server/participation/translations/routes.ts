import * as translations from '#contract/translations.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { writePrepared } from '#server/platform/http/route/write.ts'
import { translateText, type TranslationRules } from './translateText.ts'

export function translationRoutes(rules: TranslationRules): Route[] {
  return [
    writePrepared(translations.translateText, ({ pool, me, input }) => translateText(pool, me, input, rules)),
  ]
}
