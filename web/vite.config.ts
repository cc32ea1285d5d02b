import { basename } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markdown } from './markdown.ts'
import { platformRulesModule } from './platform-rules.ts'
import { schemaTablesAsset } from './schema-tables.ts'

const wordsOf = (id: string) => `words-${basename(id, '.ts')}`

/** Builds to `web/dist`. Nothing is inlined as `data:`: the Content-Security-Policy allows fonts and scripts from our own address only. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), schemaTablesAsset(), markdown(), platformRulesModule()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 2 },
            // A longer catalogue of words goes with the screens that say them, and stands on nothing but the prices.
            { name: 'prices', test: /\/(contract\/plans|parts\/money)\.ts$/, priority: 4 },
            { name: wordsOf, debugName: 'words', test: /\/texts\/en\/(?!index)/, minModuleSize: 2000, priority: 3 },
            // What every page begins with comes in one file: thirty small ones would wait for each other. Not so the script
            // that begins: it waits for its page, and the page would wait for the file that it stands in.
            { name: 'first', tags: ['$initial'], test: /\/web\/src\/(?!main\.tsx)/, priority: 1 },
          ],
        },
      },
    },
  },
})
