import type { ClientSettings } from '@zhanggui/contract/setting/setting.ts'
import { extensionOf, faultOfFileName, formatBytes } from '@zhanggui/domain/file/file-type.ts'

const MB = 1024 * 1024

/** What may be chosen: pictures, videos, and everything else. */
export type UploadKind = 'image' | 'video' | 'document'

/** Extensions with their limits in bytes, as the shop has set them. */
export type UploadLimits = ReadonlyMap<string, number>

export function limitsOf(settings: ClientSettings, kinds: readonly UploadKind[]): UploadLimits {
  const { imageExt, imageMaxSize, videoExt, videoMaxSize, fileExt, fileMaxSize } = settings
  const rules = {
    image: [imageExt, imageMaxSize],
    video: [videoExt, videoMaxSize],
    document: [fileExt, fileMaxSize],
  } as const
  return new Map(kinds.flatMap((kind) => rules[kind][0].map((extension) => [extension, rules[kind][1] * MB] as const)))
}

/** Why the server would refuse the file, as far as one can tell without its content; undefined when it would not. */
export function faultOfFile({ name, size }: Pick<File, 'name' | 'size'>, limits: UploadLimits): string | undefined {
  const most = limits.get(extensionOf(name))
  if (most === undefined) return `上传文件类型只能为：${[...limits.keys()].join(',')}`
  if (size > most)
    return `最大允许上传 ${formatBytes(most).replace('.00', '')}文件，当前文件大小为 ${formatBytes(size)}`
  if (!size) return '不能上传空文件'
  return faultOfFileName(name)
}

/** The `accept` of a file input. */
export function acceptOf(limits: UploadLimits): string {
  return [...limits.keys()].map((extension) => `.${extension}`).join(',')
}

/** A pasted picture has no name of its own. */
export function pastedFiles(data: DataTransfer): File[] {
  return [...data.files].map((file) =>
    file.name && extensionOf(file.name)
      ? file
      : new File([file], `粘贴的图片.${file.type.split('/')[1] ?? 'png'}`, { type: file.type }),
  )
}
