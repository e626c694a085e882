import { fileProviders } from '@zhanggui/domain/file/file-type.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

export const types = [1, 2, 3, 4] as const

/** An uploaded file, also in the media library. */
export const FileRow = t.Object({
  id: t.Id,
  realName: t.String(),
  name: t.String(),
  suffix: t.String(),
  type: t.OneOfNumbers(types),
  mime: t.String(),
  bytes: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  width: t.Nullable(t.Integer()),
  height: t.Nullable(t.Integer()),
  duration: t.Nullable(t.Integer()),
  hash: t.String(),
  path: t.String(),
  url: t.String({ description: 'empty for a private file that the caller may not fetch' }),
  thumbUrl: t.String({ description: 'at most 300 px; the full picture if there is no thumbnail' }),
  provider: t.OneOfNumbers(fileProviders),
  groupId: t.Integer(),
  refCount: t.Integer(),
  inLibrary: t.Boolean(),
  scope: t.OneOf(['public', 'private']),
  createBy: t.String(),
  createTime: t.DateTime,
})
export type FileRow = t.Static<typeof FileRow>

const name = t.String({ title: '文件名', minLength: 1, maxLength: 100, ask: '请输入文件名' })

export const FileQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '名称', pasted: 'keyword', maxLength: 50 })),
  type: t.Optional(t.OneOfNumbers(types, { title: '类型' })),
  provider: t.Optional(t.OneOfNumbers(fileProviders, { title: '存储方式' })),
  groupId: t.Optional(t.Integer({ title: '分组' })),
  createTime: t.Optional(t.TimeRange),
})
export type FileQuery = t.Static<typeof FileQuery>

export const FileRename = t.Object({ id: t.Id, name })
export type FileRename = t.Static<typeof FileRename>

export const FileRemoval = t.Object({ force: t.Optional(t.Boolean({ title: '强制删除' })) })

const Named = t.Object({ name: t.Optional(name) })
const UploadFields = t.Object({ name: t.Optional(name), groupId: t.Optional(t.Integer({ title: '分组' })) })
export type UploadFields = t.Static<typeof UploadFields>

const PackageFields = t.Object({
  release: t.Optional(t.String({ title: '版本', maxLength: 40 })),
  remark: t.Optional(t.String({ title: '备注' })),
})
export type PackageFields = t.Static<typeof PackageFields>

const StoredPackage = t.Object({
  id: t.Id,
  name: t.String(),
  release: t.String(),
  bytes: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  hash: t.String(),
  createTime: t.DateTime,
})
export type StoredPackage = t.Static<typeof StoredPackage>

/** Files are shown, renamed and deleted as `file`; so are the routes that upload them. */
export const file = routes('file', {
  list: {
    method: 'GET',
    path: '/api/localStorage',
    permission: 'admin:system:storage:list',
    summary: '文件列表',
    query: FileQuery,
    response: t.pageOf(FileRow),
  },
  download: exportRoute({
    path: '/api/localStorage/download',
    permission: 'admin:system:storage:list',
    summary: '导出文件列表',
    query: t.Object({ ...FileQuery.properties, ...chosenRows }),
  }),
  save: {
    method: 'POST',
    path: '/api/localStorage',
    permission: 'admin:system:storage:add',
    errors: [502],
    summary: '上传文件到本地存储',
    files: { kinds: ['document', 'certificate'], max: 1 },
    body: Named,
    response: FileRow,
  },
  update: {
    method: 'PUT',
    path: '/api/localStorage',
    permission: 'admin:system:storage:edit',
    summary: '重命名文件',
    body: FileRename,
    response: t.Saved,
  },
  remove: {
    method: 'DELETE',
    path: '/api/localStorage',
    permission: 'admin:system:storage:delete',
    summary: '删除文件',
    query: FileRemoval,
    body: t.Ids,
    response: t.Done,
  },
  upload: {
    method: 'POST',
    path: '/api/upload',
    permission: 'auth',
    errors: [502],
    summary: '上传文件',
    files: { kinds: ['image', 'video', 'document'], max: 9 },
    body: UploadFields,
    response: t.Object({ files: t.Array(FileRow) }),
  },
  picture: {
    method: 'POST',
    path: '/api/pictures',
    permission: 'admin:system:attachment:save',
    errors: [502],
    summary: '上传图片到图床',
    files: { kinds: ['image'], max: 1 },
    response: FileRow,
  },
  qiniu: {
    method: 'POST',
    path: '/api/qiNiuContent',
    permission: 'admin:system:storage:add',
    errors: [502],
    summary: '上传文件到七牛云',
    files: { kinds: ['image', 'video', 'document'], max: 1 },
    response: FileRow,
  },
  deploy: {
    method: 'POST',
    path: '/api/deploy/upload',
    permission: 'super',
    reauth: true,
    summary: '上传发布包',
    files: { kinds: ['package'], max: 1 },
    body: PackageFields,
    response: StoredPackage,
  },
  database: {
    method: 'POST',
    path: '/api/database/upload',
    permission: 'super',
    reauth: true,
    summary: '上传数据库备份',
    files: { kinds: ['backup'], max: 1 },
    response: t.Object({ id: t.Id, name: t.String(), bytes: StoredPackage.properties.bytes, hash: t.String() }),
  },
  content: {
    method: 'GET',
    path: '/file/:scope/:year/:month/:day/:name',
    permission: 'public',
    errors: [401, 403, 502],
    summary: '文件内容',
    params: t.Object({
      scope: t.OneOf(['public', 'private']),
      year: t.String({ pattern: /^\d{4}$/, example: '2026' }),
      month: t.String({ pattern: /^\d\d$/, example: '01' }),
      day: t.String({ pattern: /^\d\d$/, example: '01' }),
      name: t.String({
        maxLength: 60,
        pattern: /^[a-z0-9]{32}(-thumb)?\.[a-z0-9]{1,10}$/,
        example: '0123456789abcdef0123456789abcdef.png',
      }),
    }),
    query: t.Object({
      w: t.Optional(t.OneOfNumbers([80, 200, 400, 800], { title: '宽度' })),
      pass: t.Optional(t.String({ title: '访问凭证', maxLength: 300 })),
      ticket: t.Optional(
        t.String({ title: '票据', maxLength: 100, description: '私有文件：/auth/ticket 的 download 票据' }),
      ),
    }),
    response: t.File,
  },
})
