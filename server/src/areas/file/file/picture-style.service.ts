import type { PictureStyle } from '../../../platform/content/pictures.ts'
import type { Watermark } from '../../../platform/content/watermark.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { openObject } from './file-content.service.ts'
import { fileKeysIn } from './file-ref.service.ts'

/** How the shop stores pictures. Those of the media library are what buyers see of it, and bear its mark. */
export async function readPictureStyle(
  ctx: Ctx,
  placing: { inLibrary?: boolean; scope: string },
): Promise<PictureStyle> {
  const { image_quality: quality, image_max_edge: maxEdge } = await getSettings(ctx)
  const mark = placing.inLibrary && placing.scope === 'public' ? await readMark(ctx) : undefined
  return { quality, maxEdge, mark }
}

async function readMark(ctx: Ctx): Promise<Watermark | undefined> {
  const settings = await getSettings(ctx)
  const { watermark_mode: mode, watermark_text: text, watermark_image: address } = settings
  const look = { place: settings.watermark_place, opacity: settings.watermark_opacity / 100 }
  if (mode === 'text') return text ? { ...look, text } : undefined
  if (mode !== 'image') return undefined
  const [key] = fileKeysIn(address)
  const found = key ? await openObject(ctx, key) : undefined
  // A picture that was deleted since keeps nobody from uploading others.
  if (!found) {
    ctx.log.warn({ key }, 'the picture of the watermark was not found')
    return undefined
  }
  return { ...look, picture: Buffer.concat(await (await found.open()).toArray()) }
}
