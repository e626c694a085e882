import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { FileRow } from './file.ts'

/** Files larger than this many bytes are sent in parts (docs/files-and-messages.md, Uploads). */
export const LARGE_BYTES = 20 * 1024 * 1024
/** Every part but the last has this many bytes. */
export const PART_BYTES = 5 * 1024 * 1024

export const UploadDraft = t.Object({
  name: t.String({ title: '文件名', minLength: 1, example: '宣传片.mp4' }),
  bytes: t.Integer({ title: '文件大小', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 30_000_000 }),
  mark: t.String({ title: '文件标识', maxLength: 64, description: '区分同名同大小的文件，如修改时间' }),
  groupId: t.Optional(t.Integer({ title: '分组' })),
})
export type UploadDraft = t.Static<typeof UploadDraft>

/** A large file that is being uploaded. */
export const Upload = t.Object({
  id: t.String(),
  name: t.String(),
  bytes: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  parts: t.Integer({ description: '分片总数，除最后一片外每片 5 MB' }),
  received: t.Array(t.Integer(), { description: '已收到的分片序号，从 0 开始' }),
  expireTime: t.DateTime,
})
export type Upload = t.Static<typeof Upload>

const id = t.String({
  title: '编号',
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  example: '0190b6a2-7c3e-7b5f-8a1d-2f3e4d5c6b7a',
  hint: '编号格式不正确',
})
const ById = t.Object({ id })

/** Uploads in parts, which resume after a failure. Callers see only their own. */
export const upload = routes('upload', {
  list: {
    method: 'GET',
    path: '/api/upload/parts',
    permission: 'auth',
    summary: '未完成的分片上传',
    response: t.Array(Upload),
  },
  begin: {
    method: 'POST',
    path: '/api/upload/parts',
    permission: 'auth',
    summary: '开始或继续分片上传',
    body: UploadDraft,
    response: Upload,
  },
  add: {
    method: 'POST',
    path: '/api/upload/parts/:id/:index',
    permission: 'auth',
    summary: '上传一个分片',
    params: t.Object({ id, index: t.Integer({ title: '分片序号', maximum: 999 }) }),
    files: { kinds: ['part'], max: 1 },
    response: t.Done,
  },
  finish: {
    method: 'POST',
    path: '/api/upload/parts/:id/finish',
    permission: 'auth',
    errors: [502],
    summary: '完成分片上传',
    params: ById,
    response: FileRow,
  },
  remove: {
    method: 'DELETE',
    path: '/api/upload/parts/:id',
    permission: 'auth',
    summary: '放弃分片上传',
    params: ById,
    response: t.Done,
  },
})
