import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { markdown } from './markdown.ts'
import { platformRulesModule } from './platform-rules.ts'
import { schemaTablesAsset } from './schema-tables.ts'

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
            // What nearly every screen uses comes in one file: forty small ones would wait for each other.
            { name: 'common', test: /\/web\/src\/parts\//, minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
})
