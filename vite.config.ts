import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { precompress } from './scripts/precompress.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** The two upright fonts are wanted by every screen: they begin to load with the page and not with the styles. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => /latin-wght-normal-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        }))
    },
  },
}

export default defineConfig({
  plugins: [react(), preloadFonts, precompress()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    // A data: address for a font would fall under another line of the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The small parts that nearly every screen shares come in one file and not in a dozen.
        codeSplitting: {
          groups: [
            {
              name: 'kit',
              test: /\/web\/kit\/(?!ui\/(?:Dialog|Menu|Tabs|Tooltip|Chamber))|lucide-react/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/uploads': api } },
})
