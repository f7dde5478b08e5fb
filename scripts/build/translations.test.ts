import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { translations } from './translations.ts'

const entry = fileURLToPath(new URL('../../web/words.tsx', import.meta.url))

/** Builds one module as the pages are built, and returns its code. */
async function built(language: string, source: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [
      translations(language),
      {
        name: 'source',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['es'] } },
  })
  const output = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

const source = `
  import { msg, t } from '#contract/kit/translate.ts'
  const label = msg('Language')
  export const words = (name, count) => [t(label), t('About'), t('[verb]Open {name} in \\\`x\\\`', { name: t('About') + name.trim() })]`

// covers HURD-LANGUAGE-03
test('the pages in English contain the texts themselves, and nothing of other languages', async () => {
  const code = await built('en', source)
  expect(code).toContain('About')
  expect(code).toMatch(/`Open \$\{[^}]*\.trim\(\)\} in \\`x\\``/)
  expect(code).not.toMatch(/Acerca|\[verb\]|\{name\}/)
})

// covers HURD-LANGUAGE-03
test('the pages in Spanish contain the translations, and no English text that has one', async () => {
  const code = await built('es', source)
  expect(code).toContain('Acerca de')
  expect(code).toContain('Idioma')
  expect(code).not.toMatch(/About|Language/)
})
