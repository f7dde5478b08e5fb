import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    // A data: address for a font would fall under another line of the page's policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy: { '/api': api, '/uploads': api } },
})
