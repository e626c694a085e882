import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

const KEY = 'public/\\d{4}/\\d\\d/\\d\\d/[a-z0-9]{32}(?:-thumb)?\\.[a-z0-9]{1,10}'
const ownKey = new RegExp(`^${KEY}$`)
const storedAddress = new RegExp(`(?<=["'(])/file/(?=${KEY})`, 'g')

/** Addresses of our files in rows and on the wire: changing the media domain breaks nothing. */
export type Media = {
  /** The key of an address of ours; external addresses are unchanged. */
  toStored(address: string): string
  /** The same for addresses within HTML: ours lose their domain. */
  toStoredHtml(html: string): string
  toWire(stored: string): string
  toWireHtml(stored: string): string
  /** The address by which other shops can fetch it too, where this shop knows its own domain. */
  toShared(stored: string): string
  toSharedHtml(stored: string): string
}

/** The converter for the media domain of the current settings. */
export async function readMedia(ctx: Ctx): Promise<Media> {
  const settings = await getSettings(ctx)
  const known = kept.get(settings) ?? mediaOf(settings.localUploadUrl, ctx.platform.config.publicUrl)
  kept.set(settings, known)
  return known
}

/** Built once for each version of the settings: every list needs it. */
const kept = new WeakMap<SettingValues, Media>()

function mediaOf(localUploadUrl: string, publicUrl: string | undefined): Media {
  const domain = localUploadUrl.replace(/\/$/, '')
  const domains = [domain, publicUrl?.replace(/\/$/, '') ?? ''].filter(Boolean)
  const own = `(?:${domains.map((each) => `${escapeRegExp(each)}|`).join('')})/file/`
  const ownAddress = new RegExp(`^${own}(${KEY})$`)
  const ownWithin = new RegExp(`(?<=["'(])${own}(${KEY})`, 'g')
  const shared = domains[0] ?? ''
  return {
    toStored: (address) => ownAddress.exec(address)?.[1] ?? address,
    toStoredHtml: (html) => html.replace(ownWithin, '/file/$1'),
    toWire: (stored) => (ownKey.test(stored) ? `${domain}/file/${stored}` : stored),
    toWireHtml: (stored) => (domain ? stored.replace(storedAddress, `${domain}/file/`) : stored),
    toShared: (stored) => (ownKey.test(stored) ? `${shared}/file/${stored}` : stored),
    toSharedHtml: (stored) => (shared ? stored.replace(storedAddress, `${shared}/file/`) : stored),
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
