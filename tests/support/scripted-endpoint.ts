import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was asked, as an endpoint sees it. */
export interface Asked {
  readonly instruction: string
  readonly excerpts: readonly string[]
  readonly hasPicture: boolean
  readonly schema: { readonly [key: string]: unknown } | undefined
  readonly authorization: string | undefined
  readonly body: { readonly [key: string]: unknown }
}

/** One act of the script: the JSON to answer with, or a deed on the open response. */
export type Act = { readonly json: unknown } | { readonly do: (response: ServerResponse, asked: Asked) => void }
export type Script = (asked: Asked, turn: number) => Act

const status = (code: number, headers: Readonly<Record<string, string>> = {}): Act => ({
  do: (response) => response.writeHead(code, headers).end('{"error":{"message":"no"}}'),
})
const says = (content: string): Act => ({
  do: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(completion(content)),
})

/** Ways in which an endpoint can be of no use. */
export const misdeeds = {
  silent: { do: () => {} },
  'too many requests': status(429),
  'internal error': status(500),
  'wrong key': status(401),
  'cut stream': {
    do: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"choices":[{"message":{"content":"{\\"al')
      setTimeout(() => response.destroy(), 20)
    },
  },
  'invalid JSON': says('Sure! Here is your answer: {"alt": '),
  'another page': { do: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>') },
  'endless answer': {
    do: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  },
  redirect: status(302, { location: 'http://127.0.0.1:9/v1/chat/completions' }),
} as const satisfies Readonly<Record<string, Act>>

const completion = (content: string) =>
  JSON.stringify({
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  })

type Schema = { readonly [key: string]: unknown }

/** The least that a schema of ours lets pass: an answer to a question that a test does not care about. */
export function leastOf(schema: Schema | undefined): unknown {
  const {
    type,
    properties = {},
    required = [],
    enum: values,
    anyOf,
    minimum,
  } = (schema ?? {}) as {
    type?: string | string[]
    properties?: Record<string, Schema>
    required?: string[]
    enum?: unknown[]
    anyOf?: Schema[]
    minimum?: number
  }
  if (values) return values[0]
  if (anyOf) return leastOf(anyOf[0])
  switch (Array.isArray(type) ? type.at(-1) : type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, leastOf(properties[name])]))
    case 'array':
      return []
    case 'integer':
    case 'number':
      return minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return ''
    default:
      return null
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const [system, user] = body.messages as { content: string | { type: string; text?: string }[] }[]
  const parts = typeof user!.content === 'string' ? [{ type: 'text', text: user!.content }] : user!.content
  const text = parts.find(({ type }) => type === 'text')?.text ?? '{}'
  return {
    instruction: String(system!.content),
    excerpts: JSON.parse(text).dataFromTheBook,
    hasPicture: parts.some(({ type }) => type === 'image_url'),
    schema: body.response_format?.json_schema?.schema,
    authorization: request.headers.authorization,
    body,
  }
}

/** A chat completions endpoint on this machine that answers by a script, which can be changed on the way. */
export async function scriptedEndpoint(first: Script) {
  let script = first
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const question = await read(request).catch(() => undefined)
    if (!question) return void response.destroy()
    asked.push(question)
    const act = script(question, asked.length)
    if ('do' in act) act.do(response, question)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(completion(JSON.stringify(act.json)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    play: (next: Script) => {
      script = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
