import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** What a day in a row brings. */
export const SignRewardDraft = t.Object({
  title: t.String({ title: '名称', minLength: 1, maxLength: 32 }),
  day: t.Integer({ title: '天数', minimum: 1, maximum: 31 }),
  integral: t.Integer({ title: '奖励积分', maximum: 9999, ask: '请输入积分' }),
  experience: t.Optional(t.Integer({ title: '奖励经验', maximum: 9999 })),
})
export type SignRewardDraft = t.Static<typeof SignRewardDraft>

export const SignReward = t.Object({
  id: t.Id,
  version: t.Integer(),
  title: t.String({ title: '名称' }),
  day: t.Integer({ title: '天数' }),
  integral: t.Integer({ title: '奖励积分' }),
  experience: t.Integer({ title: '奖励经验' }),
})
export type SignReward = t.Static<typeof SignReward>

const SignLog = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  title: t.String({ title: '名称' }),
  /** Points. */
  number: t.Integer({ title: '奖励积分' }),
  experience: t.Integer({ title: '奖励经验' }),
  signDay: t.String({ title: '签到日期' }),
})
export type SignLog = t.Static<typeof SignLog>

const base = '/admin/marketing/sign'

/** 签到配置 and 签到记录 (docs/coupons-and-points.md, Points). */
export const sign = routes('sign', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:marketing:sign:list',
    summary: '签到奖励，按天',
    response: t.Array(SignReward),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:marketing:sign:save',
    summary: '新增签到奖励',
    body: SignRewardDraft,
    response: t.SavedVersion,
    errors: [409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:marketing:sign:save',
    summary: '编辑签到奖励',
    body: t.Object({ id: t.Id, version: t.Version, ...SignRewardDraft.properties }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: 'admin:marketing:sign:save',
    summary: '删除签到奖励',
    changes: true,
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
  log: {
    method: 'GET',
    path: `${base}/log`,
    permission: 'admin:marketing:sign:list',
    summary: '签到记录，新的在前',
    query: t.pageQuery({
      uid: t.Optional(t.Id),
      keywords: t.Optional(t.String({ title: '用户', pasted: 'keyword', maxLength: 64 })),
      dateLimit: t.Optional(t.TimeRange),
    }),
    response: t.pageOf(SignLog),
  },
})
