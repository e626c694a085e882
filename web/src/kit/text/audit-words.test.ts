import { auditActions } from '@zhanggui/contract/audit-actions.ts'
import { objectTitles } from '@zhanggui/contract/object-titles.ts'
import { expect, test } from 'vitest'

/** Any call may be refused, and refusals are in the audit trail too. */
const modules = import.meta.glob<Record<string, unknown>>('../../../../contract/src/**/*.ts', { eager: true })

function objectsIn(module: Record<string, unknown>): string[] {
  return Object.values(module).flatMap((part) => {
    const [route] = Object.values((part ?? {}) as Record<string, { object?: unknown; path?: unknown }>)
    return typeof route?.object === 'string' && typeof route.path === 'string' ? [route.object] : []
  })
}

test('every object of the contract has a Chinese name', () => {
  const objects = [...new Set(Object.values(modules).flatMap(objectsIn))]
  expect(objects.length).toBeGreaterThan(40)
  expect(objects.filter((object) => !objectTitles[object])).toEqual([])
})

test('no action and no object is shown in English', () => {
  const names: string[] = Object.values({ ...auditActions, ...objectTitles })
  expect(names.filter((name) => !/\p{Script=Han}/u.test(name) && name !== 'Webhook')).toEqual([])
})
