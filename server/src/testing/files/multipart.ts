import { randomBytes } from 'node:crypto'
import type { Route, RouteAnswer } from '@zhanggui/contract/routes.ts'
import type { Answer, Caller } from '../shop.ts'

/** A part of a form: a field's text, or a file. The file name is sent unescaped. */
export type FormPart =
  | { name: string; value: string }
  | { name?: string; fileName: string; content: Buffer; type?: string }

/** Encodes a form as browsers send it. */
export function makeForm(parts: readonly FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----form${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap((part) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name ?? 'file'}"`
    if ('value' in part) return [Buffer.from(`${head}\r\n\r\n${part.value}\r\n`)]
    const type = part.type ?? 'application/octet-stream'
    const start = Buffer.from(`${head}; filename="${part.fileName}"\r\nContent-Type: ${type}\r\n\r\n`)
    return [start, part.content, Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Sends files and fields to a route that accepts them. */
export async function upload<Spec extends Route>(
  caller: Caller,
  { method, path }: Spec,
  files: Record<string, Buffer> | [string, Buffer][],
  fields: Record<string, string> = {},
): Promise<Answer<RouteAnswer<Spec> & { message: string; code: string }>> {
  const { payload, headers } = makeForm([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...(Array.isArray(files) ? files : Object.entries(files)).map(([fileName, content]) => ({ fileName, content })),
  ])
  const answer = await caller.send(method, path, payload, headers)
  return answer as unknown as Answer<RouteAnswer<Spec> & { message: string; code: string }>
}
