import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

const KEY = 'public/\\d{4}/\\d\\d/\\d\\d/[a-z0-9]{32}(?:-thumb)?\\.[a-z0-9]{1,10}'
const ownKey = new RegExp(`^${KEY}$`)
const storedAddress = new RegExp(`(?<=["'(])/file/(?=${KEY})`, 'g')

/** How files of ours stand in rows, and how on the wire: whoever changes the media domain breaks nothing. */
export type Media = {
  /** A full address of ours as its key; the address of anybody else as it is. */
  toStored(address: string): string
  /** The same for addresses within HTML: those of ours without their domain. */
  toStoredHtml(html: string): string
  toWire(stored: string): string
  toWireHtml(stored: string): string
}

/** The media domain of the settings as they are now (catalogue chapter, 0). */
export async function readMedia(ctx: Ctx): Promise<Media> {
  const settings = await getSettings(ctx)
  const known = kept.get(settings) ?? mediaOf(settings.localUploadUrl, ctx.platform.config.publicUrl)
  kept.set(settings, known)
  return known
}

/** Put together once for the settings as they are: every list asks. */
const kept = new WeakMap<SettingValues, Media>()

function mediaOf(localUploadUrl: string, publicUrl: string | undefined): Media {
  const domain = localUploadUrl.replace(/\/$/, '')
  const domains = [domain, publicUrl?.replace(/\/$/, '')].filter((each) => each).map((each) => literally(String(each)))
  const own = `(?:${domains.map((each) => `${each}|`).join('')})/file/`
  const ownAddress = new RegExp(`^${own}(${KEY})$`)
  const ownWithin = new RegExp(`(?<=["'(])${own}(${KEY})`, 'g')
  return {
    toStored: (address) => ownAddress.exec(address)?.[1] ?? address,
    toStoredHtml: (html) => html.replace(ownWithin, '/file/$1'),
    toWire: (stored) => (ownKey.test(stored) ? `${domain}/file/${stored}` : stored),
    toWireHtml: (stored) => (domain ? stored.replace(storedAddress, `${domain}/file/`) : stored),
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
