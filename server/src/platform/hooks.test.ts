import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import { adding } from './area.ts'
import { defineHook, makeHooks, runSteps, type Step } from './hooks.ts'

test('a hook holds what the areas add, in their order; another hook of the same name stays empty', () => {
  const counters = defineHook<{ name: string }>('counters')
  const hooks = makeHooks()
  expect(hooks.of(counters)).toEqual([])
  for (const add of [adding(counters, { name: 'a' }), adding(counters, { name: 'b' }, { name: 'c' })]) add(hooks)
  expect(hooks.of(counters).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(hooks.of(defineHook('counters'))).toEqual([])
})

test('two applications in one process share no additions to hooks', async () => {
  const shop = await openShop()
  const other = await shop.second()
  let steps = 0
  const hook = defineHook<Step>('steps')
  shop.app.platform.hooks.add(hook, async () => {
    steps++
  })
  await runSteps(other.ownContext(), hook)
  expect(steps).toBe(0)
  await runSteps(shop.ctx, hook)
  expect(steps).toBe(1)
})
