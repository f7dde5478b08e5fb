import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractWithoutShapes } from './scripts/build/contractWithoutShapes.ts'
import { firstPages } from './scripts/build/firstPages.ts'
import { precompress } from './scripts/build/precompress.ts'
import { scopedNames } from './scripts/build/scopedNames.ts'
import { serviceWorker } from './scripts/build/serviceWorker.ts'
import { smallIcons } from './scripts/build/smallIcons.ts'
import { startScript } from './scripts/build/startScript.ts'
import { languageFolder, pageLanguage, translations } from './scripts/build/translations.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** Every screen uses the two small fonts. They begin to load with the page and not with the styles. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => /(?:common|titles)-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        }))
    },
  },
}

/** In development, the classes keep the names that Vite gives them. */
const shortNames: Plugin = {
  name: 'short-names',
  apply: 'build',
  config: () => ({ css: { modules: { generateScopedName: scopedNames() } } }),
}

/** Chunks are loaded by our own code, because after a failure Vite's cannot load them again. */
const chunkLoader: Plugin = {
  name: 'chunk-loader',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler() {
      const file = fileURLToPath(new URL('web/kit/api/loadChunk.ts', import.meta.url))
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(file)}`
    },
  },
}

/** Icons of lucide-react that several screens show, but not the first screen of a member. */
const laterIcons =
  /\/icons\/(?:arrow-(?:big-down|left|right)|at-sign|award|badge-check|ban|camera|chevron-right|copy|corner-\w+-\w+|download|ellipsis|external-link|flag|flask-conical|key-round|languages|link-2|lock-keyhole|log-out|mail|map-pinned|message-square-text|pen-line|phone|printer|rotate-ccw|send|tag|trash|unlink|user-minus|volume-\w)\.mjs$/

export default defineConfig({
  plugins: [
    translations(),
    react(),
    contractWithoutShapes(),
    shortNames,
    smallIcons(),
    chunkLoader,
    startScript(),
    preloadFonts,
    firstPages(),
    serviceWorker(),
    languageFolder(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    // The build in English is the first one. The others add their files, and share what is the same.
    emptyOutDir: pageLanguage === 'en',
    copyPublicDir: pageLanguage === 'en',
    assetsDir: 'assets',
    target: 'es2022',
    // A data: address for a font would fall under another line of the page's policy.
    assetsInlineLimit: 0,
    // A chunk that needs no other file is listed as well: loadChunk.ts loads what is listed.
    modulePreload: {
      // Every browser that runs this code knows modulepreload.
      polyfill: false,
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'js' ? [...new Set([file, ...others])] : others,
    },
    rolldownOptions: {
      // Each icon of lucide-react ends with a statement that only reads a property. Without these statements, the first load
      // of the feed has 1 KB less. No code here reads a property for its effect, such as a forced layout.
      treeshake: { propertyReadSideEffects: false },
      // The second one is the frame of the pages that the server writes.
      input: ['index.html', 'shared-bill.html'],
      output: {
        // The code is divided into a few files instead of dozens, each with its dependencies: what every page needs first,
        // the small parts that nearly every screen shares, and a member's first page. Parts that need the code of dialogs
        // are not shared, because every screen would load that code. The contract's places are shared, because registration
        // uses them and would otherwise load the member's page. So are the parts of a card in the bill on the sign-in page.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: (id) => !/shared-?bill\.(?:css|html)/i.test(id) },
            {
              name: 'app',
              test: /\/web\/app\/(?:App|Protected|routes\/\w+)\.tsx?$|\/ButtonLink\.|\/kit\/router\.tsx/,
            },
            // The feed has no fields on a phone.
            { name: 'forms', test: /\/web\/kit\/(?:forms\/|ui\/(?:Field|Alert)\.)/, minShareCount: 2 },
            // Icons that the feed does not show. Screens that show them load them with their own code.
            { name: 'icons', test: laterIcons, minShareCount: 2 },
            // Icons of the panels of a wide window, which the feed on a phone does not show, but other screens do.
            {
              name: 'marks',
              test: /\/icons\/(?:arrow-big-up|bell-plus|bell-ring|file-pen-line|rotate-ccw-clock|user-plus)\.mjs$/,
              minShareCount: 2,
            },
            {
              name: 'kit',
              test: /\/web\/bills\/(?:stance\/Stance(?:Bar|Icon)|card\/LevelLabel)\.tsx$|\/contract\/stances|\/web\/kit\/(?!router|characterKeys|officeTitle|partyName|committeeRoles|monthAndDay|ui\/T\.tsx|api\/useIdempotentRetry|copyText|detectedLang|centerTab|ui\/(?:overlays\/(?:Dialog|Menu|Tooltip|EscapeKey)|ButtonLink|refusedOperator|QueryView|DeleteButton|Section|RetryText|Tabs|Chamber|PagedContent|SampleBadge|QrCode))|lucide-react(?!.*\/icons\/(?:calendar-days|file-clock|mail-question-mark|megaphone)\.mjs)|\/contract\/(?:places|kit\/text\.ts$)/,
              minShareCount: 2,
            },
            // Screens show their queries with these two. The sign-in has no queries.
            { name: 'query', test: /\/web\/kit\/ui\/(?:QueryView|PagedContent)\.tsx$/ },
            {
              name: 'member',
              test: /\/web\/(?:app\/(?:DashboardShell|DashboardScreen|FeedTab)|kit\/characterKeys)\.tsx?$/,
            },
            // Only wide windows show the panel of notifications beside the feed.
            {
              name: 'notifications',
              test: /\/web\/notifications\/(?:NotificationsPanel|RecentActivity|GroupUpdates|ElectionsAndAlerts|Widget|notificationPath)\.tsx?$|\/icons\/(?:calendar-days|file-clock|mail-question-mark|megaphone)\.mjs$/,
            },
            // The welcome card and the card beside the feed need these parts too, and must not load the open bill for them.
            {
              name: 'office',
              test: /\/web\/representatives\/(?:office\.ts|Portrait\.tsx)$|\/kit\/ui\/(?:Section|RetryText)\.tsx$|\/contract\/people\.ts$/,
            },
            {
              name: 'overlays',
              test: /\/web\/kit\/ui\/(?:overlays\/(?:Dialog|Menu|Tooltip|EscapeKey)|Tabs)\.tsx$/,
            },
            {
              name: 'discussion',
              test: /\/web\/comments\/(?:ThreadList|VoteBar|MentionText)\.tsx$|\/ReportMenu\.tsx$/,
            },
            { name: 'bill', test: /\/web\/feed\/overlay\/BillOverlay\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/uploads': api } },
})
