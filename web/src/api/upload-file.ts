import { type FileRow, file as fileRoutes } from '@zhanggui/contract/file/file.ts'
import { LARGE_BYTES, PART_BYTES, upload } from '@zhanggui/contract/file/upload.ts'
import { sendCall } from './call.ts'
import { CallError } from './call-error.ts'
import { type UploadOptions, uploadTo } from './upload.ts'

/** Delays between retries of a part, in seconds. */
const WAITS = [1, 2, 4, 8, 15]

type FileOptions = Pick<UploadOptions, 'onProgress' | 'signal'> & { groupId?: number }

/**
 * Sends a file to the shop's storage. Large files are sent in parts; sending the same file again within a day resumes
 * where it stopped, even after the page was left.
 * @throws {CallError}
 */
export async function uploadFile(file: File, { groupId, ...options }: FileOptions = {}): Promise<FileRow> {
  if (file.size > LARGE_BYTES) return sendInParts(file, groupId, options)
  const fields: Record<string, string> = groupId === undefined ? {} : { groupId: String(groupId) }
  const { files } = await uploadTo(fileRoutes.upload, file, { ...options, fields })
  return files[0] as FileRow
}

async function sendInParts(file: File, groupId: number | undefined, options: UploadOptions): Promise<FileRow> {
  const { onProgress, signal } = options
  const body = { name: file.name, bytes: file.size, mark: String(file.lastModified), groupId }
  const { id, parts, received } = await persist(signal, () => sendCall(upload.begin, { body, signal }))
  const pieces = Array.from({ length: parts }, (_, index) => file.slice(index * PART_BYTES, (index + 1) * PART_BYTES))
  let sent = received.reduce((bytes, index) => bytes + (pieces[index]?.size ?? 0), 0)
  onProgress?.(sent / file.size)
  for (const [index, piece] of pieces.entries()) {
    if (received.includes(index)) continue
    const part = new File([piece], `${index}.part`)
    const report = (share: number) => onProgress?.((sent + share * piece.size) / file.size)
    await persist(signal, () => uploadTo(upload.add, part, { params: { id, index }, onProgress: report, signal }))
    sent += piece.size
  }
  return persist(signal, () => sendCall(upload.finish, { params: { id }, signal }))
}

/** Retries while the network or the server fails, with growing delays. */
async function persist<Answer>(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    if (signal?.aborted) throw new CallError({ kind: 'aborted' })
    try {
      return await work()
    } catch (error) {
      const seconds = WAITS[tries]
      if (seconds === undefined || !mayPass(error)) throw error
      const asked = Number((error as CallError).retryAfter)
      await wait(Math.max(seconds, asked || 0) * 1000, signal)
    }
  }
}

/** 409 while an earlier attempt, whose response was lost, is still being processed. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { kind, status = 0 } = error
  return kind === 'network' || kind === 'timeout' || status === 409 || status === 429 || (status > 500 && status < 505)
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
