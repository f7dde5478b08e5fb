import type { FastifyInstance } from 'fastify'
import type { Instance } from '#contract/branding/branding.ts'
import { language, t } from '#contract/kit/translate.ts'

/** The colors of the browser's frame while the app starts, like those in index.html. */
const [background, brand] = ['#ffffff', '#5b2d87']

const icons = [
  { src: '/hurd-app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Answers with the web app manifest, by which a browser installs the app under the name of the instance. */
export function serveManifest(
  app: FastifyInstance,
  current: () => Pick<Instance, 'name' | 'brand_color'>,
): void {
  app.get('/manifest.webmanifest', (_request, reply) => {
    const { name, brand_color } = current()
    const manifest = {
      id: '/feed',
      name,
      short_name: name,
      description: t('Read bills, take a stance, change your mind.'),
      lang: language(),
      start_url: '/feed',
      scope: '/',
      display: 'standalone',
      background_color: background,
      theme_color: brand_color || brand,
      icons,
    }
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-language, cookie' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest))
  })
}
