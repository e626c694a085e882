import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { activityDraft } from './activity.ts'

type Kind<Path, Permission, Draft, Change, Row, Full, Query> = {
  /** What staff call one, as in 新增秒杀商品. */
  what: string
  path: Path
  /** `admin:seckill`; the call's own word is appended. */
  permission: Permission
  draft: Draft
  change: Change
  /** As the list answers it, and with all of its SKUs. */
  row: Row
  full: Full
  query: Query
}

/** The calls that activities of every kind have; what is particular of one stands beside them, or in their place. */
export function activityRoutes<
  const Path extends `/admin/${string}`,
  const Permission extends string,
  Draft extends t.TSchema,
  Change extends t.TSchema,
  Row extends t.TSchema,
  Full extends t.TSchema,
  Query extends t.TObject,
>({
  what,
  path,
  permission,
  draft,
  change,
  row,
  full,
  query,
}: Kind<Path, Permission, Draft, Change, Row, Full, Query>) {
  const one = t.Object({ id: t.Id })
  // What sells below its cost may have to wait for a second person.
  const opening = { response: t.SavedVersion, accepted: Asked, errors: [404, 409, 422] } as const
  return {
    list: {
      method: 'GET',
      path: `${path}/list`,
      permission: `${permission}:list`,
      summary: `${what}列表，排序大的在前`,
      query,
      response: t.pageOf(row),
    },
    info: {
      method: 'GET',
      path: `${path}/info`,
      // Forms read it, too.
      permission: [`${permission}:info`, `${permission}:update`, `${permission}:save`],
      summary: `${what}详情`,
      query: one,
      response: full,
      errors: [404],
    },
    save: {
      method: 'POST',
      path: `${path}/save`,
      permission: `${permission}:save`,
      summary: `新增${what}`,
      body: draft,
      ...opening,
    },
    update: {
      method: 'POST',
      path: `${path}/update`,
      permission: `${permission}:update`,
      summary: `编辑${what}`,
      body: change,
      ...opening,
    },
    remove: {
      method: 'GET',
      path: `${path}/delete`,
      permission: `${permission}:delete`,
      changes: true,
      summary: `删除${what}`,
      query: one,
      response: t.Done,
      errors: [404, 409],
    },
    useStatus: {
      method: 'POST',
      path: `${path}/update/status`,
      permission: `${permission}:update:status`,
      summary: `开启关闭${what}`,
      body: t.Object({
        id: t.Id,
        status: t.Boolean({ title: '活动状态' }),
        confirmBelowCost: activityDraft.confirmBelowCost,
      }),
      ...opening,
    },
  } as const
}
