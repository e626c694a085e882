import { Readable } from 'node:stream'
import { contentDisposition } from '@zhanggui/domain/file/file-name.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../outside/storage/storage.ts'

/** The content of a file as what a route answers. */
export type FileAnswer = {
  mime: string
  bytes: number
  open(range?: ByteRange): Promise<Readable>
  /** Stored under this name; without one the browser shows it. */
  saveAs?: string | undefined
  /** A mark of the content where it is the same for ever under its address, and for everybody; else nobody keeps it. */
  tag?: string | undefined
}

/** Nothing in a file runs or loads anything, even when it is opened by itself (SEC-30). */
const FILE_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

/** Answers with a file, or the part of it that was asked for; without content to who has it already. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const tag = file.tag && `"${file.tag}"`
  reply
    .header('Cache-Control', tag ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('Content-Security-Policy', FILE_POLICY)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (tag) reply.header('ETag', tag)
  if (file.saveAs !== undefined) reply.header('Content-Disposition', contentDisposition(file.saveAs))
  if (tag && request.headers['if-none-match'] === tag) return reply.code(304).send()
  // A browser that keeps half a file by its tag may keep it compressed, which a range is not.
  const hasRanges = !tag || /^(audio|video)\//.test(file.mime)
  if (hasRanges) reply.header('Accept-Ranges', 'bytes')
  const range = hasRanges ? readRange(request.headers.range, file.bytes) : undefined
  if (range === 'none') return reply.code(416).header('Content-Range', `bytes */${file.bytes}`).send()
  reply.type(file.mime).header('Content-Length', range ? range.end - range.start + 1 : file.bytes)
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  // Without a stream the answer would say that the file is empty.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await file.open(range))
}

/**
 * The one range that is asked for.
 * @returns undefined for the whole file, `none` for a range that it does not have
 * @see RFC 9110, 14
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | undefined | 'none' {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!asked || (!asked[1] && !asked[2])) return undefined
  const [, first, last] = asked
  const start = first ? Number(first) : Math.max(0, bytes - Number(last))
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1
  return start > end || start >= bytes ? 'none' : { start, end }
}
