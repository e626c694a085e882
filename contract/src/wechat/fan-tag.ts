import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** How many fans are tagged at once from the console. */
export const MAX_TAGGED = 500

const permission = 'admin:wechat:user:sync'
const base = '/admin/wechat/tag'
const name = t.String({ title: '标签名称', minLength: 1, maxLength: 30 })

export const FanTagDraft = t.Object({ name })
export type FanTagDraft = t.Static<typeof FanTagDraft>

const FanTag = t.Object({
  id: t.Id,
  name: t.String({ title: '标签名称' }),
  count: t.Integer({ title: '粉丝数' }),
  createTime: t.DateTime,
})
export type FanTag = t.Static<typeof FanTag>

export const FanTagging = t.Object({
  tagId: t.Id,
  ids: t.Array(t.Id, { title: '粉丝', minItems: 1, maxItems: MAX_TAGGED, uniqueItems: true, ask: '请选择粉丝' }),
  on: t.Boolean({ title: '打上标签' }),
})
export type FanTagging = t.Static<typeof FanTagging>

/** 粉丝标签: tags of the official account, which WeChat keeps. */
export const fanTag = routes('fan-tag', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the list of fans and the form of channel codes, which offer them.
    permission: [permission, 'admin:wechat:user:list', 'admin:wechat:qrcode:list'],
    summary: '粉丝标签列表',
    response: t.Array(FanTag),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission,
    summary: '新增粉丝标签',
    body: FanTagDraft,
    response: t.Saved,
    errors: [404, 409, 422, 502],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission,
    summary: '编辑粉丝标签',
    body: t.Object({ id: t.Id, name }),
    response: t.Saved,
    errors: [404, 409, 422, 502],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete/:id`,
    permission,
    summary: '删除粉丝标签',
    params: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422, 502],
  },
  batch: {
    method: 'POST',
    path: `${base}/batch`,
    permission,
    summary: '给粉丝打标签或去掉标签',
    body: FanTagging,
    response: t.Object({
      done: t.Integer({ title: '已处理' }),
      /** Those who do not follow any more. */
      skipped: t.Integer({ title: '已取消关注而跳过' }),
    }),
    errors: [404, 409, 422, 502],
  },
})
