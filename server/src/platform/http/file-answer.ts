import { Readable } from 'node:stream'
import { contentDisposition } from '@zhanggui/domain/file/file-name.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../outside/storage/storage.ts'

/** A route's answer that is the content of a file. */
export type FileAnswer = {
  mime: string
  bytes: number
  open(range?: ByteRange): Promise<Readable>
  /** The name of the download; without one the browser displays the file. */
  saveAs?: string | undefined
  /** The ETag of content that never changes at its address and is the same for everyone; other files are not cached. */
  tag?: string | undefined
  /** The content security policy of a page of our own, which is no file at all. */
  policy?: string
}

/** Prevents a file from running or loading anything, even when it is opened directly. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** Answers with a file or the requested range of it; with 304 when the client has it already. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const tag = file.tag && `"${file.tag}"`
  reply
    .header('Cache-Control', tag ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('Content-Security-Policy', file.policy ?? FILE_POLICY)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (tag) reply.header('ETag', tag)
  if (file.saveAs !== undefined) reply.header('Content-Disposition', contentDisposition(file.saveAs))
  if (tag && request.headers['if-none-match'] === tag) return reply.code(304).send()
  // A browser may cache a tagged file compressed, and a range of it would not be.
  const hasRanges = !tag || /^(audio|video)\//.test(file.mime)
  if (hasRanges) reply.header('Accept-Ranges', 'bytes')
  const range = hasRanges ? readRange(request.headers.range, file.bytes) : undefined
  if (range === 'none') return reply.code(416).header('Content-Range', `bytes */${file.bytes}`).send()
  reply.type(file.mime).header('Content-Length', range ? range.end - range.start + 1 : file.bytes)
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  // Without a stream the answer would declare an empty file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await file.open(range))
}

/**
 * Reads a Range header with a single range.
 * @returns undefined for the whole file, `none` for a range outside the file
 * @see RFC 9110, 14
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | undefined | 'none' {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!range || (!range[1] && !range[2])) return undefined
  const [, first, last] = range
  const start = first ? Number(first) : Math.max(0, bytes - Number(last))
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1
  return start > end || start >= bytes ? 'none' : { start, end }
}
