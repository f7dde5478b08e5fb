import type { FastifyInstance } from 'fastify'
import type { Branding, Logo } from '#contract/branding/branding.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

/** The columns of instance_branding from which `logoOf` makes what pages need. The picture is not among them. */
export type LogoColumns = { logo_hash: string | null; logo_width: number | null; logo_height: number | null }

export function logoOf({ logo_hash, logo_width, logo_height }: LogoColumns): Logo | null {
  if (logo_hash === null || logo_width === null || logo_height === null) return null
  return { url: `/logo/${logo_hash}.png`, width: logo_width, height: logo_height }
}

type Parts = { pool: Pool; visitorReads: Admission; current: () => Branding }

/**
 * Serves the logo of the instance. Its URL changes with the picture, so browsers keep it for good. The URL of a former logo
 * leads to the current one, because emails and pages that are open already still have it.
 */
export function serveLogo(app: FastifyInstance, { pool, visitorReads, current }: Parts): void {
  let lastRead: { hash: string; png: Buffer } | null = null

  async function read(hash: string): Promise<Buffer | null> {
    if (lastRead?.hash === hash) return lastRead.png
    const [row] = await visitorReads(
      () => pool<{ png: Buffer }[]>`select logo as png from instance_branding where logo_hash = ${hash}`,
    )
    if (row) lastRead = { hash, png: row.png }
    return row?.png ?? null
  }

  app.get<{ Params: { file: string } }>('/logo/:file', async (request, reply) => {
    const [, hash] = /^([0-9a-f]{16})\.png$/.exec(request.params.file) ?? []
    const png = hash === undefined ? null : await read(hash)
    // Other sites may show the logo: in a framed card, and in the pages of mail programs.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (png) {
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(png)
    }
    const { logo } = current()
    reply.header('cache-control', 'no-store')
    return hash !== undefined && logo !== null && !logo.url.includes(hash)
      ? reply.redirect(logo.url)
      : reply.code(404).send()
  })
}
