import { isShow, rowOf } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const LevelDraft = t.Object({
  name: t.String({ title: '等级名称', minLength: 1, maxLength: 50 }),
  grade: t.Integer({ title: '等级', minimum: 1, maximum: 99 }),
  experience: t.Integer({ title: '所需经验', maximum: 999_999_999 }),
  discount: t.Integer({ title: '享受折扣', minimum: 1, maximum: 100, description: '支付原价的百分之几' }),
  icon: t.Optional(t.String({ title: '等级图标', clearable: true, maxLength: 512 })),
  isShow,
})
export type LevelDraft = t.Static<typeof LevelDraft>
const Level = rowOf(LevelDraft, {})
export type Level = t.Static<typeof Level>
/** A level with the number of its customers, counted up to 10,000. */
const LevelRow = t.Object({ ...Level.properties, userCount: t.Integer() })
export type LevelRow = t.Static<typeof LevelRow>

const path = '/admin/system/user/level'
const permission = 'admin:system:user:level'
const params = t.Object({ id: t.Id })

/** 用户等级 (docs/coupons-and-points.md, Experience and levels). */
export const userLevel = routes('user-level', {
  list: {
    method: 'GET',
    path: `${path}/list`,
    // Also for the filters and forms of the customer list.
    permission: [`${permission}:list`, 'admin:user:list'],
    summary: '用户等级列表，低的在前',
    query: t.Object({ isShow }),
    response: t.Array(LevelRow),
  },
  save: {
    method: 'POST',
    path: `${path}/save`,
    permission: `${permission}:save`,
    summary: '新增用户等级',
    body: LevelDraft,
    response: t.SavedVersion,
    errors: [422],
  },
  update: {
    method: 'POST',
    path: `${path}/update/:id`,
    permission: `${permission}:update`,
    summary: '编辑用户等级',
    params,
    body: t.Object({ version: t.Version, ...LevelDraft.properties }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'POST',
    path: `${path}/delete/:id`,
    permission: `${permission}:delete`,
    summary: '删除用户等级',
    params,
    response: t.Done,
  },
  use: {
    method: 'POST',
    path: `${path}/use`,
    permission: `${permission}:use`,
    summary: '启用停用用户等级',
    body: t.Object({ id: t.Id, isShow: t.Boolean({ title: '启用' }) }),
    response: t.SavedVersion,
    errors: [404],
  },
})
