import { expect, test } from 'vitest'
import { checkChange, countRefusal } from './fixed-layout.ts'

test('a group that is not full yet may grow one by one, and only what takes it below its least is refused', () => {
  for (const [before, after] of [
    [0, 1],
    [4, 5],
    [9, 10],
    [6, 5],
    [3, 2],
    [12, 11],
  ] as const)
    expect(() => checkChange('index_menu', before, after), `${before} to ${after}`).not.toThrow()
  expect(() => checkChange('index_menu', 10, 11)).toThrow('设置数据不能超过10条')
  expect(() => checkChange('index_menu', 5, 4)).toThrow('设置数据不能小于5条')
  expect(countRefusal('index_table', 5)).toBe('设置数据不能超过4条')
})
