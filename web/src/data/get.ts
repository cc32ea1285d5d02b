import { HttpError } from './http-error.ts'

/** Form data goes as it is, anything else as JSON, nothing without a content type; cookies always. */
export async function request(
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const form = body instanceof FormData
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers,
    ...(signal && { signal }),
    ...(body === undefined
      ? {}
      : form
        ? { body }
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }),
  })
  if (!response.ok) throw new HttpError(response.status, await response.text(), response.statusText)
  return response
}

/** Without a schema: for the first calls of a page, whose script stays small. */
export const get = async <T>(url: string) => (await (await request('GET', url)).json()) as T

/** As `get`, but a 401 is an answer: nobody is signed in. */
export const getOrNobody = <T>(url: string): Promise<T | null> =>
  get<T>(url).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 401) return null
    throw error
  })
