import type { Route } from '@zhanggui/contract/routes.ts'
import { activityLists, activityNumbers, activityObjects } from '@zhanggui/domain/promotion/activity.ts'
import { pickedKinds } from '@zhanggui/page-kit/links/link-words.ts'
import { expect, test } from 'vitest'
import { listRoutes } from '../app.ts'
import { guardedFields } from '../platform/data/guarded-fields.ts'
import { versioned } from '../platform/data/versioned.ts'
import { makeHooks } from '../platform/hooks.ts'
import { exports } from '../platform/work/exports.ts'
import { areas } from './areas.ts'
import { activityKinds } from './promotion/activity/activity-kinds.service.ts'
import { defaultMenu } from './staff/default-menu/default-menu.ts'
import { approvalActs } from './work/approval/approval.service.ts'

const hooks = makeHooks()
for (const { adds = [] } of areas) for (const add of adds) add(hooks)
const routes = listRoutes()
const names = (found: readonly Pick<Route, 'name'>[]) => found.map(({ name }) => name).toSorted()

test('each call that may wait for a second person has an act by which its review does it, and each act such a call', () => {
  // `Asked`, or one of several answers.
  const asking = routes.filter(({ accepted }) => accepted && JSON.stringify(accepted).includes('"approvalId"'))
  expect(names(hooks.of(approvalActs).map(({ route }) => route))).toEqual(names(asking))
})

test.each(activityNumbers.map((type) => [activityObjects[type], type] as const))(
  '%s is known wherever a kind of activity must be',
  (object, type) => {
    const kind = hooks.of(activityKinds).find((each) => each.type === type)
    expect(kind?.object, 'its area adds an ActivityKind').toBe(object)
    const calls = ['list', 'info', 'save', 'update', 'remove', 'useStatus', 'download'].map((act) => `${object}.${act}`)
    expect(names(routes), 'calls of its own').toEqual(expect.arrayContaining(calls))
    expect(names(hooks.of(exports).map(({ route }) => route)), 'its sheet').toContain(`${object}.download`)
    expect(names(hooks.of(approvalActs).map(({ route }) => route)), 'opening below cost waits for approval').toEqual(
      expect.arrayContaining(['save', 'update', 'useStatus'].map((act) => `${object}.${act}`)),
    )
    const histories = hooks.of(versioned).map((each) => each.object)
    expect(histories, '修改记录').toContain(object)
    expect(hooks.of(guardedFields), 'costs are for those who may see them').toContainEqual(
      expect.objectContaining({ object, field: 'cost' }),
    )
    const page = defaultMenu.find(({ code }) => code.replace('/:timeId?', '') === activityLists[type])
    expect(page?.component, 'the page that lists them').toBe(`${object}/${object}-list`)
    const granted = defaultMenu.flatMap(({ permissions }) => permissions)
    const rights = ['list', 'save', 'update', 'delete', 'update:status'].map((act) => `admin:${object}:${act}`)
    expect(granted, 'menu and permissions').toEqual(expect.arrayContaining(rights))
    expect(
      pickedKinds.map((each) => each.kind),
      'links of decorated pages',
    ).toContain(object)
  },
)
