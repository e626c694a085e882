import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { provingOneself } from './call.ts'
import { CallError } from './call-error.ts'
import { readToken } from './cookies.ts'
import { notePermVersion } from './perm-version.ts'

export type UploadOptions = {
  /** Path parameters. */
  params?: Record<string, string | number>
  /** The other parts of the form. */
  fields?: Record<string, string>
  /** Receives the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a file to an upload route.
 * @throws {CallError} for responses outside 200–300 and when there is no response
 */
export function uploadTo<Spec extends RouteSpec>(
  route: Route<Spec>,
  file: File,
  options: UploadOptions = {},
): Promise<RouteAnswer<Spec>> {
  return provingOneself(() => sendFile(route, file, options) as Promise<RouteAnswer<Spec>>)
}

function sendFile({ method, path }: Route, file: File, options: UploadOptions) {
  const { params, fields = {}, onProgress, signal } = options
  return new Promise<unknown>((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    const fail = (kind: 'aborted' | 'network') => () => reject(new CallError({ kind }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.addEventListener('progress', (event) => {
      const { loaded, total, lengthComputable } = event as ProgressEvent
      if (lengthComputable) onProgress?.(loaded / total)
    })
    request.addEventListener('abort', fail('aborted'))
    request.addEventListener('error', fail('network'))
    request.addEventListener('load', () => {
      notePermVersion(request.getResponseHeader('X-Perm-Version'))
      const answer = readJson(request.responseText)
      const { status } = request
      if (status >= 200 && status < 300) return resolve(answer)
      const retryAfter = request.getResponseHeader('Retry-After')
      reject(new CallError({ kind: 'http', status, body: answer, retryAfter }))
    })
    request.open(method, addressOf(path, params, undefined))
    const token = readToken(document.cookie)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
