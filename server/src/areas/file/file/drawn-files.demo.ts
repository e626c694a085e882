import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Ctx } from '../../../platform/http/context.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { uploadFiles } from './file.service.ts'

const QUALITY = 82

/**
 * Stores drawings as pictures in a group of the media library.
 * @param drawn each an SVG, and the name of its picture, ending in .webp
 * @returns their addresses, in the same order
 */
export async function uploadDrawn(
  ctx: Ctx,
  groupId: number,
  drawn: readonly { name: string; svg: string }[],
): Promise<string[]> {
  return (await uploadDrawnFiles(ctx, groupId, drawn)).map(({ url }) => url)
}

/** As {@link uploadDrawn}, with the ids of the files. */
export async function uploadDrawnFiles(
  ctx: Ctx,
  groupId: number,
  drawn: readonly { name: string; svg: string }[],
): Promise<{ id: number; url: string }[]> {
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const received = await Promise.all(
      drawn.map(async ({ name, svg }, place): Promise<ReceivedFile> => {
        const content = await sharp(Buffer.from(svg)).webp({ quality: QUALITY, effort: 0 }).toBuffer()
        const path = join(folder, String(place))
        await writeFile(path, content)
        const hash = createHash('sha256').update(content).digest('hex')
        return { name, extension: 'webp', path, bytes: content.length, hash }
      }),
    )
    const { files } = await uploadFiles(ctx, received, { groupId })
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
