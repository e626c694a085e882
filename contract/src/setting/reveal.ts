import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const revealTypes = ['order', 'user', 'staff', 'extract'] as const
export type RevealType = (typeof revealTypes)[number]

/** docs/settings.md, Masked values in full: each is one row of the audit trail. */
export const reveal = routes('reveal', {
  show: {
    method: 'POST',
    path: '/admin/common/reveal',
    permission: 'admin:user:sensitive:view',
    summary: '查看敏感信息',
    body: t.Object({
      type: t.OneOf(revealTypes, { title: '对象类型' }),
      id: t.Id,
      field: t.String({ title: '字段', minLength: 1, maxLength: 30 }),
    }),
    response: t.Object({ value: t.String({ maxLength: 512 }) }),
    errors: [404],
    unkept: true,
  },
})
