import type { ClientSettings } from '@zhanggui/contract/setting/setting.ts'
import { extensionOf, faultOfFileName, formatBytes } from '@zhanggui/domain/file/file-type.ts'

const MB = 1024 * 1024

/** The file kinds that may be chosen: pictures, videos, and all others. */
export type UploadKind = 'image' | 'video' | 'document'

/** Extensions with their limits in bytes, from the shop's settings. */
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

/** Why the server would refuse the file, judged without its content; undefined when it would accept it. */
export function faultOfFile({ name, size }: Pick<File, 'name' | 'size'>, limits: UploadLimits): string | undefined {
  const max = limits.get(extensionOf(name))
  if (max === undefined) return `上传文件类型只能为：${[...limits.keys()].join(',')}`
  if (size > max) return `最大允许上传 ${formatBytes(max).replace('.00', '')}文件，当前文件大小为 ${formatBytes(size)}`
  if (!size) return '不能上传空文件'
  return faultOfFileName(name)
}

/** The `accept` attribute of a file input. */
export function acceptOf(limits: UploadLimits): string {
  return [...limits.keys()].map((extension) => `.${extension}`).join(',')
}

/** Pasted pictures have no name of their own. */
export function pastedFiles(data: DataTransfer): File[] {
  return [...data.files].map((file) =>
    file.name && extensionOf(file.name)
      ? file
      : new File([file], `粘贴的图片.${file.type.split('/')[1] ?? 'png'}`, { type: file.type }),
  )
}
