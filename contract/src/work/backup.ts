import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A backup in the data folder of the answering server (docs/work.md, Backups). */
export const Backup = t.Object({
  name: t.String(),
  bytes: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  version: t.String({ description: '备份时的程序版本，空为无法识别' }),
  sameKey: t.Boolean({ description: '能用现在的密钥恢复' }),
  createTime: t.DateTime,
})
export type Backup = t.Static<typeof Backup>

export const healthLevels = ['ok', 'warn', 'error'] as const

/** One check, its result, and what to do about it. */
export const HealthCheck = t.Object({
  name: t.String(),
  title: t.String(),
  level: t.OneOf(healthLevels),
  message: t.String({ maxLength: 1000 }),
  hint: t.String({ maxLength: 1000, description: '处理建议，正常时为空' }),
})
export type HealthCheck = t.Static<typeof HealthCheck>

/** An uploaded release package or backup; nothing in it was ever run. */
export const OpsUpload = t.Object({
  id: t.Id,
  purpose: t.OneOf(['package', 'backup']),
  name: t.String(),
  release: t.String(),
  remark: t.String(),
  bytes: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  hash: t.String({ description: 'SHA-256' }),
  path: t.String({ description: '下载地址 /file/{path}，须凭票据' }),
  createBy: t.String(),
  createTime: t.DateTime,
})
export type OpsUpload = t.Static<typeof OpsUpload>

const Named = t.Object({
  name: t.String({
    title: '备份文件',
    pattern: /^zhanggui-\d{8}-\d{6}-[0-9a-f]{4}\.gz$/,
    example: 'zhanggui-20260131-043000-1a2b.gz',
    hint: '备份文件名不正确',
  }),
})

export const backup = routes('backup', {
  list: {
    method: 'GET',
    path: '/api/backups',
    permission: 'admin:system:backup:list',
    summary: '备份列表，新的在前',
    response: t.Object({ list: t.Array(Backup, { maxItems: 1000 }), freeBytes: Backup.properties.bytes }),
  },
  save: {
    method: 'POST',
    path: '/api/backups',
    permission: 'admin:system:backup:save',
    summary: '立即备份',
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
  },
  link: {
    method: 'POST',
    path: '/api/backups/:name/link',
    permission: 'admin:system:backup:save',
    reauth: true,
    summary: '备份的下载地址，一分钟内使用一次',
    params: Named,
    response: t.Object({ url: t.String() }),
  },
  download: {
    method: 'GET',
    path: '/api/backups/:name/download',
    permission: 'public',
    changes: true,
    perMinute: 30,
    errors: [401, 403, 428],
    summary: '下载备份',
    params: Named,
    query: t.Object({ ticket: t.String({ title: '票据', maxLength: 100 }) }),
    response: t.File,
  },
  remove: {
    method: 'DELETE',
    path: '/api/backups/:name',
    permission: 'admin:system:backup:delete',
    summary: '删除备份',
    params: Named,
    response: t.Done,
  },
  uploads: {
    method: 'GET',
    path: '/api/backups/uploads',
    permission: 'super',
    summary: '上传的发布包和数据库备份，新的在前',
    response: t.Object({
      list: t.Array(OpsUpload, { maxItems: 200 }),
      isOn: t.Boolean({ description: '已用 OPS_UPLOADS=on 开启上传' }),
    }),
  },
  health: {
    method: 'GET',
    path: '/api/backups/health',
    permission: 'admin:system:backup:list',
    summary: '系统体检',
    response: t.Object({ checks: t.Array(HealthCheck), checkTime: t.DateTime }),
  },
})
