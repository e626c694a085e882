import { changeOf, keywords, rowOf } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { phone } from '../staff/admin-user.ts'

/** A WeChat number, or '' where it need not be given. */
export const wechatNo = (title: string, { optional = false }: { optional?: boolean } = {}) =>
  t.String({
    title,
    maxLength: 20,
    ...(optional ? { clearable: true } : { minLength: 1 }),
    pattern: optional ? /^([a-zA-Z][\w-]{5,19})?$/ : /^[a-zA-Z][\w-]{5,19}$/,
    hint: `${title}须以字母开头，6～20位字母、数字、下划线或减号`,
    example: 'xiaxia_live',
  })

export const AnchorDraft = t.Object({
  name: t.String({ title: '主播昵称', minLength: 1, maxLength: 30 }),
  wechat: wechatNo('微信号'),
  phone: t.Optional(phone),
  avatar: t.Optional(media('头像', { clearable: true })),
  remark: t.Optional(t.String({ title: '备注', clearable: true, maxLength: 255 })),
  isShow: t.Optional(t.Boolean({ title: '启用' })),
})
export type AnchorDraft = t.Static<typeof AnchorDraft>

/** An anchor with their phone hidden, and how many rooms are theirs. */
export const Anchor = rowOf(AnchorDraft, { phone: t.String({ title: '手机号' }), roomCount: t.Integer() })
export type Anchor = t.Static<typeof Anchor>

const base = '/admin/live/anchor'
const permission = 'admin:live:anchor'

/** 主播: people whose names and WeChat numbers fill in the form of rooms. */
export const liveAnchor = routes('live-anchor', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the form of rooms, which offers them.
    permission: [`${permission}:list`, 'admin:live:room:save', 'admin:live:room:update'],
    summary: '主播列表',
    query: t.pageQuery({ keywords: keywords(30), isShow: t.Optional(t.Boolean({ title: '启用' })) }),
    response: t.pageOf(Anchor),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增主播',
    body: AnchorDraft,
    response: t.SavedVersion,
    errors: [409],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑主播',
    body: changeOf(AnchorDraft),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除主播',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
})
