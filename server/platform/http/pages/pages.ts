import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { billIdTag } from '#contract/bills/sharedBills.ts'
import type { Logo } from '#contract/branding/branding.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { language } from '#contract/kit/translate.ts'
import { documentHeaders, pagePolicy } from '#server/platform/http/headers.ts'
import { isApi } from '#server/platform/http/http.ts'
import { languages } from '#server/platform/language/catalogs.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { compressPage, sendCachedPage, type CachedPage } from './cachedPage.ts'
import { html, jsonLd, type Html } from './html.ts'
import { pagesNotBuilt, sendPage } from './pageResponse.ts'

/** Sends a visitor a page with the status 404 for a path that leads nowhere. Null for a member, because the app then opens the feed. */
export type SendUnknownPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null

/** Sends the page of the app with a bill that is shown until the app opens the same bill. Null if the pages are not built. */
type OpenInApp = (bill: EarlyBill) => Promise<FastifyReply> | null

export type EarlyBill = { bill_id: string; content: Html }

/**
 * Answers with the page of a record if the path is its URL, such as /us/119/hr/1. Null for every other path. A member gets the
 * page of the app with `openInApp`.
 */
export type SendRecordPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  openInApp: OpenInApp,
) => Promise<FastifyReply> | null

/** Writes the bill that a link to /feed opens, or null if there is no such bill, or if it cannot be read now. */
export type WriteEarlyBill = (request: FastifyRequest, bill_id: string) => Promise<Html | null>

/**
 * The parts of <head> that crawlers and link previews read. They are written by the server, because crawlers run no
 * scripts.
 */
export type PageHead = {
  title: string
  description: string
  tags: Record<string, string>[]
  canonical: string
  /**
   * The facts on the page for programs, as JSON-LD. JSON-LD is data and not a script, so the policy does not have to
   * allow it.
   */
  structured?: Record<string, unknown>
  /** The URL where other sites request how to show the page as a card (https://oembed.com). */
  oembed?: string
}

/** Returns the HTML page with this head and content, and its policy, or null if the pages are not built. */
export type PageWith = (head: PageHead, content: Html) => { page: string; policy: string } | null

/** Writes what belongs to the instance into the built pages of the app. The version rises with every change of it. */
export type ChangePage = { version: () => string; change: (page: string, folder: string) => string }

/** The built frame of the pages that the server writes. It is beside index.html and is never served as it is. */
const frameFile = 'shared-bill.html'

/** The built page of /feed into which the server writes the bill of a link. It is never served without the bill. */
const billFile = 'bill.html'

/**
 * Reads the frame once, with its styles, its script and its links to the fonts. The name of the instance follows the title
 * of every page, its styles follow those of the frame, and its footer follows the content.
 */
export function readPage(
  dist: string,
  site: () => { name: string; logo: Logo | null; styles: Html | null; footer: Html },
): PageWith {
  const frames = new Map(
    languages.map(({ code }) => {
      const file = join(dist, folderOf(code), frameFile)
      return [code, existsSync(file) ? readFileSync(file, 'utf8') : null]
    }),
  )
  const policies = new Map<string, { text: string; policy: string }>()
  return (head, content) => {
    const code = language()
    const frame = frames.get(code) ?? frames.get('en')
    if (!frame) return null
    const { name, logo, styles, footer } = site()
    const text = styles?.text ?? ''
    // Hashing the styles of the frame for every page would cost more than writing the page.
    const last = policies.get(code)
    const policy = last?.text === text ? last.policy : pagePolicy(frame + text)
    if (last?.text !== text) policies.set(code, { text, policy })
    const styled = frame.replace('</head>', () => `${text}</head>`)
    return { page: withIcon(fill(styled, titled(head, name), html`${content}${footer}`), logo), policy }
  }
}

/** Shows the logo of the instance, if there is one, in the browser's tab in place of the mark of Hurd. */
export function withIcon(page: string, logo: Logo | null): string {
  return logo
    ? page.replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${logo.url}" type="image/png" />`)
    : page
}

function titled(head: PageHead, name: string): PageHead {
  return { ...head, title: `${head.title} · ${name}` }
}

function fill(frame: string, head: PageHead, content: Html): string {
  const { title, description, tags, canonical, structured, oembed } = head
  const elements = html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${canonical}" />
    ${oembed ? html`<link rel="alternate" type="application/json+oembed" href="${oembed}" />` : null}
    ${tags.map((tag) => html`<meta ${attributes(tag)} />`)} ${structured ? jsonLd(structured) : null}`
  // The replacements are functions, because in a replacement string the text "$&" of a title would have a special
  // meaning.
  return frame
    .replace(/<title>[^<]*<\/title>/, () => compact(elements.text))
    .replace('<!--content-->', () => compact(content.text))
}

function attributes(tag: Record<string, string>): Html[] {
  return Object.entries(tag).map(([name, value], index) => html`${index > 0 && ' '}${name}="${value}"`)
}

/** Removes the indentation of the templates. Values have no line breaks, so none of their text changes. */
function compact(markup: string): string {
  return markup.replaceAll(/\s*\n\s*/g, '\n')
}

/** The built page of each path that has its own (scripts/build/firstPages.ts). All other paths get index.html. */
const pageFiles: Readonly<Record<string, string>> = {
  '/login': 'login.html',
  '/feed': 'feed.html',
  '/dashboard': 'feed.html',
}

/**
 * Serves the built files, in compressed form if the build has compressed them. Hashed assets are cached for a year.
 * Every other path that a browser opens is the URL of a record, or gets the page of the app, which routes in the
 * browser. Paths under /api never get HTML.
 */
export async function servePages(
  app: FastifyInstance,
  dist: string,
  parts: {
    sendRecordPage: SendRecordPage
    sendUnknownPage: SendUnknownPage
    writeEarlyBill: WriteEarlyBill
    changePage: ChangePage
  },
) {
  const { sendRecordPage, sendUnknownPage, writeEarlyBill, changePage } = parts
  const names = ['index.html', billFile, ...new Set(Object.values(pageFiles))]
  const policies = new Map(
    languages.flatMap(({ code }) => names.flatMap((name) => policyOf(join(dist, folderOf(code), name)))),
  )
  const built = policies.size > 0
  const changedPages = openChangedPages(dist, changePage)

  async function sendApp(request: FastifyRequest, reply: FastifyReply) {
    const [path = '', query] = request.url.split('?')
    // The built page of /login contains the sign-in form. With a query, the page may need another form, so it gets
    // index.html.
    const fileName = (query && path === '/login' ? null : pageFiles[path]) ?? 'index.html'
    const file = inReaderLanguage(policies.has(join(dist, fileName)) ? fileName : 'index.html')
    // The page of an emailed link must not pass the token on, not even to this server, because proxies write it into logs.
    if (new URLSearchParams(query).has('token')) reply.header('referrer-policy', 'no-referrer')
    if (fileName === 'feed.html' && path === '/feed' && (await sendBill(request, reply, query))) return reply
    const changed = await changedPages(file)
    reply.header('cache-control', 'no-cache')
    return sendCachedPage(request, reply, changed)
  }

  /** The file in the reader's language, or in English if the pages were not built in that language. */
  function inReaderLanguage(fileName: string): string {
    const file = join(folderOf(language()), fileName)
    return policies.has(join(dist, file)) ? file : fileName
  }

  /** Sends the page of a link that opens a bill, and returns whether it did. */
  async function sendBill(request: FastifyRequest, reply: FastifyReply, query: string | undefined) {
    const bill_id = new URLSearchParams(query).get('highlight')
    if (!bill_id || !policies.has(join(dist, billFile))) return false
    const content = await writeEarlyBill(request, bill_id)
    if (content === null) return false
    await sendEarlyBill(request, reply, { bill_id, content })
    return true
  }

  async function sendEarlyBill(
    request: FastifyRequest,
    reply: FastifyReply,
    { bill_id, content }: EarlyBill,
  ) {
    const { plain, policy } = await changedPages(inReaderLanguage(billFile))
    const frame = plain.toString()
    // The URL of a bill does not name its id, and the scripts in the head need it for their first reads.
    const tag = html`<meta name="${billIdTag}" content="${bill_id}" />`
    const page = frame
      .replace('<head>', (head) => head + tag.text)
      .replace('<!--bill-->', () => compact(content.text))
    reply.header('cache-control', 'no-cache')
    return sendPage(request, reply, { page, policy })
  }

  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      preCompressed: true,
      allowedPath: (path) => ![frameFile, billFile].includes(basename(path)),
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/')
        if (hashed && !path.includes('.svg')) for (const name of documentHeaders) reply.removeHeader(name)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        const policy = policies.get(path.replace(/\.(?:br|gz)$/, ''))
        if (policy) reply.header('content-security-policy', policy)
      },
    })
    // This route is necessary because the plugin answers requests for folders itself instead of calling the not-found
    // handler.
    app.get('/', (request, reply) => sendApp(request, reply))
    // Each language has its own, because the shell that the worker saves is in the language of the page.
    app.get('/service-worker.js', (_request, reply) =>
      reply
        .header('vary', 'accept-language, cookie')
        .sendFile(join(folderOf(language()), 'service-worker.js')),
    )
  }

  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const openInApp: OpenInApp = (bill) =>
      policies.has(join(dist, billFile)) ? sendEarlyBill(request, reply, bill) : null
    const response = isPage ? sendRecordPage(request, reply, openInApp) : null
    if (response) return response
    const isFile = /\.\w{1,8}$/.test(request.url.split('?')[0] ?? '')
    if (isApi(request.url) || request.url.startsWith('/uploads/') || !isPage || isFile) refuse('not_found')
    const unknown = sendUnknownPage(request, reply)
    if (unknown) return unknown
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(pagesNotBuilt)
    return sendApp(request, reply)
  })
}

/** Returns the page of a file as the instance changes it. Each version is compressed once and kept in memory. */
function openChangedPages(dist: string, { version, change }: ChangePage) {
  const cache = new Map<string, { version: string; page: Promise<CachedPage> }>()

  async function build(file: string): Promise<CachedPage> {
    const folder = dirname(file)
    const text = await readFile(join(dist, file), 'utf8')
    const page = inLanguage(folder === '.' ? 'en' : folder, () => change(text, folder))
    return compressPage({ page, policy: pagePolicy(page) })
  }

  return async (file: string): Promise<CachedPage> => {
    const current = version()
    const cached = cache.get(file)
    if (cached?.version === current) return cached.page
    const page = build(file)
    cache.set(file, { version: current, page })
    page.catch(() => cache.delete(file))
    return page
  }
}

/** The folder of the pages of a language in the built pages. English has none. */
function folderOf(code: string): string {
  return code === 'en' ? '.' : code
}

function policyOf(file: string): [string, string][] {
  return existsSync(file) ? [[file, pagePolicy(readFileSync(file, 'utf8'))]] : []
}
