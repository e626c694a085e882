import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import type { Image } from '@zhanggui/page-kit/fields.ts'

/** What a picture is called says what it shows, unless it is a camera's number. */
export function imageOf({ url, width, height, name, realName }: Attachment, alt = ''): Image {
  const named = (realName || name).replace(/\.\w+$/, '')
  return { url, alt: alt || (/\p{Script=Han}/u.test(named) ? named.slice(0, 100) : ''), w: width ?? 0, h: height ?? 0 }
}
