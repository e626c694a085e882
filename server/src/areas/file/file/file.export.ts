import { file } from '@zhanggui/contract/file/file.ts'
import { type FileProvider, type FileType, fileProviderNames, fileTypeNames } from '@zhanggui/domain/file/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as files from './file.repository.ts'

export const fileExport = defineLongExport(file.download, {
  name: '文件导出',
  count: (ctx, { createTime, ...filter }) => files.count(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }),
  next: (ctx, { createTime, ...filter }, batch) =>
    files.next(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, batch),
  idOf: ({ file: { id } }) => id,
  columns: [
    { title: '文件名', of: 'name', value: ({ file: { name } }) => name, width: 30 },
    { title: '原文件名', of: 'realName', value: ({ file: { realName } }) => realName, width: 30 },
    { title: '类型', of: 'type', value: ({ file: { type } }) => fileTypeNames[type as FileType], width: 8 },
    { title: '字节', of: 'bytes', value: ({ file: { bytes } }) => bytes, width: 12 },
    { title: '使用次数', of: 'refCount', value: ({ refCount }) => refCount, width: 10 },
    {
      title: '存储方式',
      of: 'provider',
      value: ({ file: { provider } }) => fileProviderNames[provider as FileProvider],
      width: 14,
    },
    { title: '格式', of: 'suffix', value: ({ file: { suffix } }) => suffix, width: 8 },
    {
      title: '尺寸',
      of: 'width',
      value: ({ file: { width, height } }) => (width ? `${width}×${height}` : ''),
      width: 12,
    },
    { title: '访问', of: 'scope', value: ({ file: { scope } }) => (scope === 'public' ? '公开' : '私有'), width: 8 },
    { title: '位置', value: ({ file: { path } }) => path, width: 50 },
    { title: 'SHA-256', of: 'hash', value: ({ file: { hash } }) => hash, width: 66 },
    { title: '上传人', of: 'createBy', value: ({ createBy }) => createBy ?? '系统' },
    { title: '上传时间', of: 'createTime', value: ({ file: { createdAt } }) => toWireTime(createdAt), width: 20 },
  ],
})
