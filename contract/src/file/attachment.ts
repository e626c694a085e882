import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { FileRow, types } from './file.ts'

/** All groups of the library, and files without one. */
export const ALL_GROUPS = -1
export const NO_GROUP = 0

const name = t.String({ title: '名称', minLength: 1, maxLength: 100 })
const groupId = t.Integer({ title: '分组', maximum: Number.MAX_SAFE_INTEGER })
const ids = t.Array(t.Id, { title: '编号', minItems: 1, ask: '请选择素材', uniqueItems: true })

/** A file of the media library. */
export const Attachment = t.Object({
  ...FileRow.properties,
  deleteTime: t.Nullable(t.DateTime),
})
export type Attachment = t.Static<typeof Attachment>

/** An object that uses the file, 商品「毛巾」, and the field: 轮播图. */
const AttachmentUse = t.Object({ ownerType: t.String(), ownerId: t.Integer(), title: t.String(), field: t.String() })
export const AttachmentInfo = t.Object({ ...Attachment.properties, refs: t.Array(AttachmentUse) })
export type AttachmentInfo = t.Static<typeof AttachmentInfo>

/** Special searches: files that nothing uses, and files whose content the library holds more than once. */
export const attachmentFinds = ['unused', 'duplicate'] as const

export const attachmentSorts = ['time', 'name', 'size'] as const

export const AttachmentQuery = t.pageQuery({
  groupId: t.Optional(t.Integer({ title: '分组', minimum: ALL_GROUPS, maximum: Number.MAX_SAFE_INTEGER })),
  type: t.Optional(t.OneOfNumbers(types, { title: '类型' })),
  name: t.Optional(t.String({ title: '名称', maxLength: 100 })),
  dateLimit: t.Optional(t.TimeRange),
  sort: t.Optional(t.OneOf(attachmentSorts, { title: '排序' })),
  find: t.Optional(t.OneOf(attachmentFinds, { title: '查找' })),
  recycled: t.Optional(t.Boolean({ title: '回收站' })),
})
export type AttachmentQuery = t.Static<typeof AttachmentQuery>

const Kept = t.Object({ fileId: t.Id, groupId: t.Optional(groupId), name: t.Optional(name) })
const Linked = t.Object({
  url: t.String({ title: '链接', minLength: 1, maxLength: 512 }),
  groupId: t.Optional(groupId),
  name: t.Optional(name),
})
/** Either an upload to keep, or an address elsewhere. */
export const AttachmentDraft = t.Either(Kept, Linked)
export type AttachmentDraft = t.Static<typeof AttachmentDraft>

export const AttachmentChange = t.Object({ id: t.Id, name })
export type AttachmentChange = t.Static<typeof AttachmentChange>

export const AttachmentMove = t.Object({ groupId, ids })
export type AttachmentMove = t.Static<typeof AttachmentMove>

/** 素材库, the media library (docs/files-and-messages.md, Media library). Its groups are categories of type 2. */
export const attachment = routes('attachment', {
  list: {
    method: 'GET',
    path: '/admin/system/attachment/list',
    permission: 'admin:system:attachment:list',
    summary: '素材列表',
    query: AttachmentQuery,
    response: t.pageOf(Attachment),
  },
  info: {
    method: 'GET',
    path: '/admin/system/attachment/info/:id',
    permission: 'admin:system:attachment:info',
    summary: '素材详情和使用位置',
    params: t.Object({ id: t.Id }),
    response: AttachmentInfo,
  },
  save: {
    method: 'POST',
    path: '/admin/system/attachment/save',
    permission: 'admin:system:attachment:save',
    errors: [404],
    summary: '存入素材库',
    body: AttachmentDraft,
    response: t.Saved,
  },
  update: {
    method: 'POST',
    path: '/admin/system/attachment/update',
    permission: 'admin:system:attachment:update',
    summary: '重命名素材',
    body: AttachmentChange,
    response: t.Saved,
  },
  move: {
    method: 'POST',
    path: '/admin/system/attachment/move',
    permission: 'admin:system:attachment:move',
    summary: '移动素材到分组',
    body: AttachmentMove,
    response: t.Done,
  },
  remove: {
    method: 'GET',
    path: '/admin/system/attachment/delete/:ids',
    permission: 'admin:system:attachment:delete',
    changes: true,
    summary: '删除素材到回收站',
    params: t.Object({ ids }),
    query: t.Object({ force: t.Optional(t.Boolean({ title: '强制删除' })) }),
    response: t.Done,
  },
  restore: {
    method: 'POST',
    path: '/admin/system/attachment/restore',
    permission: 'admin:system:attachment:delete',
    summary: '从回收站恢复素材',
    body: t.Object({ ids }),
    response: t.Done,
  },
})
