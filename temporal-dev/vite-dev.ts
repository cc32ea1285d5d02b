/** The pages of `npm run dev`, straight from their sources; everything that is no page is passed to the gateway. */
import { join } from 'node:path'
import { createServer } from 'vite'

const { PORT: port, GATEWAY_URL: gateway } = process.env
if (!port || !gateway) throw new Error('PORT and GATEWAY_URL say where to listen and where the gateway is')

const server = await createServer({
  configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
  clearScreen: false,
  server: {
    host: '127.0.0.1',
    port: Number(port),
    strictPort: true,
    proxy: { '/api': gateway, '/health': gateway, '/ws': { target: gateway, ws: true } },
  },
})
await server.listen()
console.log(JSON.stringify({ level: 30, msg: 'ready' }))
