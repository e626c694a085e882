import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import type { CategoryNode } from '@zhanggui/contract/product/category.ts'
import type { ClientSettings } from '@zhanggui/contract/setting/setting.ts'

/** Small limits for uploads. */
export const clientSettings: ClientSettings = {
  uploadType: 1,
  imageExt: ['jpg', 'png'],
  imageMaxSize: 1,
  videoExt: ['mp4'],
  videoMaxSize: 1,
  fileExt: ['pdf'],
  fileMaxSize: 1,
  mapKey: '',
  storeStock: 20,
}

/** A picture of the media library. */
export function makeAttachment(id: number, given: Partial<Attachment> = {}): Attachment {
  return {
    id,
    realName: `图片${id}.png`,
    name: `图片${id}.png`,
    suffix: 'png',
    type: 1,
    mime: 'image/png',
    bytes: 2048,
    width: 40,
    height: 30,
    duration: null,
    hash: 'ab',
    path: `public/2026/01/02/${id}.png`,
    url: `/file/public/2026/01/02/${id}.png`,
    thumbUrl: `/file/public/2026/01/02/${id}-thumb.webp`,
    provider: 1,
    groupId: 0,
    refCount: 0,
    inLibrary: true,
    scope: 'public',
    createBy: 'wang',
    createTime: '2026-01-02 03:04:05',
    deleteTime: null,
    ...given,
  }
}

/** A group of the media library. */
export function makeGroup(id: number, name: string, given: Partial<CategoryNode> = {}): CategoryNode {
  return {
    id,
    version: 0,
    pid: 0,
    level: 1,
    name,
    type: 2,
    sort: 0,
    status: true,
    isShow: true,
    disabled: false,
    ...given,
  }
}
