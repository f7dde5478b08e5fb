import type { Plugin, Rolldown } from 'vite'
import { defaultName, logoPlaceholder, namePlaceholder } from '#contract/branding/pageBranding.ts'
import { prerenderPages, type Markup } from './prerender.ts'

type Bundle = Rolldown.OutputBundle

/**
 * The modules of the screen of each page. A page is a copy of the built index.html that also names the files of its screen
 * so that the browser requests all of them at the same time. The scripts are in an attribute, from which web/start.ts requests
 * them after the screen's reads. server/platform/http/pages/pages.ts decides which page a URL gets.
 */
const screens: Readonly<Record<string, string[]>> = {
  'login.html': ['/web/app/SignIn.tsx'],
  'feed.html': ['/web/app/App.tsx', '/web/app/DashboardShell.tsx', '/web/app/FeedTab.tsx'],
  'bill.html': ['/web/app/App.tsx', '/web/app/DashboardShell.tsx', '/web/app/FeedTab.tsx'],
  'index.html': ['/web/app/App.tsx'],
}

/** A link to a bill opens it above the feed. */
const billScreen = '/web/feed/overlay/BillOverlay.tsx'

/** The card above the first feed of a new member. Its styles are part of the page. */
const welcomeCard = '/web/welcome/WelcomeCard.tsx'

/** The sign-in page does not preload the font of titles, because it has only one title. */
const serifPreload = /<link rel="preload" href="[^"]*source-serif[^"]*"[^>]*>\s*/

/** The script that starts the app. web/start.ts requests it too. */
const mainScript = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/

/**
 * Writes the styles into the pages, because a browser that has the page's HTML can then paint it without another
 * request. The server permits each style element and script by its hash.
 */
export function firstPages(): Plugin {
  return {
    name: 'first-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const index = htmlOf(bundle, 'index.html').replaceAll(/\s*<!--[^]*?-->/g, '')
      const [main, mainFile] = mainScript.exec(index) ?? []
      if (!main || !mainFile) throw new Error('index.html has no script')
      const [markup, named, withLogo] = await prerenderPages([
        { name: defaultName, logo: null },
        { name: namePlaceholder, logo: null },
        { name: namePlaceholder, logo: logoPlaceholder },
      ])
      if (!markup || !named || !withLogo) throw new Error('The pages were not rendered')
      const frameStyles = stylesOf(bundle, htmlOf(bundle, 'shared-bill.html'))
      for (const [fileName, sources] of Object.entries(screens)) {
        const files = new Set(sources.flatMap((source) => filesOf(bundle, source)))
        const missing = [...files].filter((file) => !index.includes(file))
        const links = missing.filter((file) => file.endsWith('.css')).map(linkTo)
        const added = (screen: string) =>
          listOf(filesOf(bundle, screen).filter((file) => !files.has(file) && !index.includes(file)))
        const page = index
          .replace('</head>', () => `${links.join('\n')}\n</head>`)
          .replace(main, '')
          .replace(
            '<script>',
            () =>
              `<script data-scripts="${mainFile} ${listOf(missing)}" data-bill="${added(billScreen)}" data-welcome="${added(welcomeCard)}">`,
          )
        const marked =
          fileName === 'bill.html' ? withBill(page, frameStyles) : withMarkup(fileName, page, markup)
        const source = withStyles(bundle, marked)
        const existing = bundle[fileName]
        if (existing?.type === 'asset') existing.source = source
        else this.emitFile({ type: 'asset', fileName, source })
      }
      // The server uses this file to write the name of the instance into the pages (server/platform/branding/brandedPages.ts).
      const markups = {
        drawn: Object.values(markup),
        named: Object.values(named),
        withLogo: Object.values(withLogo),
      }
      this.emitFile({ type: 'asset', fileName: 'markup.json', source: JSON.stringify(markups) })
      const frame = bundle['shared-bill.html']
      if (frame?.type === 'asset') frame.source = withStyles(bundle, String(frame.source))
    },
  }
}

const root = '<div id="root"></div>'

/**
 * The page of a link that opens a bill (server/platform/http/pages/pages.ts). Its shadow root keeps the styles of the bill apart from
 * those of the app. The fonts are declared in the page.
 */
function withBill(page: string, styles: string): string {
  const ownStyles = styles.replaceAll(/@font-face\s*\{[^}]*\}/g, '')
  const shadow = `<template shadowrootmode="open"><style>${ownStyles}</style><!--bill--></template>`
  return page.replace(root, () => `<div id="early">${shadow}</div>${root}`)
}

function withMarkup(fileName: string, page: string, { signIn, earlyFeed, loading }: Markup): string {
  if (!page.includes(root) || !serifPreload.test(page)) {
    throw new Error('index.html does not have the expected form')
  }
  if (fileName === 'feed.html') return page.replace(root, () => `${earlyFeed}${root}`)
  if (fileName === 'index.html') return page.replace(root, () => `<div id="root">${loading}</div>`)
  return page.replace(serifPreload, '').replace(root, () => `<div id="root">${signIn}</div>`)
}

function htmlOf(bundle: Bundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`${name} is not built`)
  return String(file.source)
}

/** The styles and scripts of the chunk that contains this module, and of the chunks that it imports. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!start) throw new Error(`no chunk contains ${module}`)
  const fileNames = new Set([start.fileName])
  // The loop also visits what is added to the set in the meantime, so it reaches imports of imports.
  for (const name of fileNames) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const imported of chunk?.imports ?? []) fileNames.add(imported)
  }
  const styles = chunks
    .filter(({ fileName }) => fileNames.has(fileName))
    .flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []))
  return [...styles, ...fileNames]
}

/** The URLs of the scripts among these files. */
function listOf(files: string[]): string {
  return files.flatMap((file) => (file.endsWith('.js') ? [`/${file}`] : [])).join(' ')
}

function linkTo(file: string): string {
  return `<link rel="stylesheet" crossorigin href="/${file}">`
}

/** The text of the stylesheets that a page links to. */
function stylesOf(bundle: Bundle, page: string): string {
  const elements = withStyles(bundle, page).matchAll(/<style data-file[^>]*>([^]*?)<\/style>/g)
  return Array.from(elements, ([, text]) => text).join('')
}

/** `data-file` lets web/kit/api/loadChunk.ts recognize styles that the page already has. */
function withStyles(bundle: Bundle, page: string): string {
  return page.replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, name: string) => {
    const file = bundle[name]
    if (file?.type !== 'asset') throw new Error(`${name} is not built`)
    return `<style data-file="/${name}">${String(file.source).trim()}</style>`
  })
}
