import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDraft } from './check.ts'
import { type History, jump, MAX_STEPS, record, redo, startHistory, stepsOf, undo } from './history.ts'
import * as operations from './operations.ts'
import { componentsOf, emptyPage, type Page } from './page.ts'
import { type Act, laws, pages, sessions, stamp } from './testing/pages.fixture.ts'

const done = (history: History, session: readonly Act[], from = 0) =>
  session.reduce((at, act, index) => record(at, act(at.present), { at: from + index * 1000 }), history)

test('undo and redo lead to the very same documents, however far', () => {
  fc.assert(
    fc.property(pages(6), sessions(20), fc.nat(25), (page, session, steps) => {
      const history = done(startHistory(page), session)
      const times = Math.min(steps, history.past.length)
      const back = Array.from({ length: times }).reduce((at: History) => undo(at), history)
      const again = Array.from({ length: times }).reduce((at: History) => redo(at), back)
      expect(again.present).toBe(history.present)
      expect(jump(history, 0).present).toBe(page)
      expect(jump(jump(history, 0), history.past.length).present).toBe(history.present)
      expect(checkDraft(back.present)).toEqual([])
    }),
    laws,
  )
})

test('an operation that changes nothing is no step, and a new step ends what could be redone', () => {
  fc.assert(
    fc.property(pages(6), sessions(10), (page, session) => {
      const history = done(startHistory(page), session)
      expect(record(history, history.present, { at: 9e6 })).toBe(history)
      expect(history.past.every(({ page: before }, index) => before !== history.past[index + 1]?.page)).toBe(true)
      const back = undo(history)
      const next = operations.set(back.present, 'pageTitle', back.present.settings.pageTitle === 'x' ? 'y' : 'x').page
      expect(record(back, next, { at: 9e6 }).future).toEqual([])
    }),
    laws,
  )
})

const start = operations.add(emptyPage(), { type: 'titleBar', stamp: stamp() })
const id = start.ids[0] ?? ''
const typed = (history: History, title: string, at: number) => {
  const { page } = operations.update(history.present, id, ['props', 'title'], title)
  return record(history, page, { at, key: `${id} props.title` })
}
const titleOf = (page: Page) => componentsOf(page)[0]?.props.title ?? '标题'

test('what is typed in quick succession is one step, and a step of its own after half a second', () => {
  const quick = ['新', '新品', '新品上'].reduce(
    (at, title, index) => typed(at, title, index * 499),
    startHistory(start.page),
  )
  expect(stepsOf(quick)).toEqual([{ words: '修改 标题·标题', at: 998, isDone: true }])
  expect(titleOf(undo(quick).present)).toBe('标题')
  const slow = typed(quick, '新品上市', 998 + 500)
  expect(slow.past).toHaveLength(2)
  expect(titleOf(undo(slow).present)).toBe('新品上')
})

test('what ends where it began is no step', () => {
  const history = ['新', '标题'].reduce((at, title, index) => typed(at, title, index * 100), startHistory(start.page))
  expect(history.past).toEqual([])
  expect(titleOf(history.present)).toBe('标题')
})

test('the newest hundred steps are kept', () => {
  const history = Array.from({ length: 130 }).reduce(
    (at: History, _, index) =>
      record(at, operations.set(at.present, 'pageTitle', `${index}`).page, { at: index * 1000 }),
    startHistory(emptyPage()),
  )
  expect(history.past).toHaveLength(MAX_STEPS)
  expect(jump(history, 0).present.settings.pageTitle).toBe('29')
})

test('steps are named by what they did', () => {
  const first = operations.add(emptyPage(), { type: 'carousel', stamp: stamp() })
  const carousel = first.ids[0] ?? ''
  const second = operations.add(first.page, { type: 'goodsList', stamp: stamp() })
  const goods = second.ids[0] ?? ''
  const counted = operations.update(second.page, goods, ['props', 'count'], 12).page
  const hidden = operations.toggle(counted, [carousel]).page
  const moved = operations.reorder(hidden, [carousel], 2).page
  const titled = operations.set(moved, 'pageTitle', '首页').page
  const cleared = operations.clear(titled).page
  const history = [first.page, second.page, counted, hidden, moved, titled, cleared].reduce(
    (at, page, index) => record(at, page, { at: index * 1000 }),
    startHistory(emptyPage()),
  )
  expect(stepsOf(history).map(({ words }) => words)).toEqual([
    '添加 轮播图',
    '添加 商品列表',
    '修改 商品列表·展示数量',
    '隐藏 轮播图',
    '移动 轮播图',
    '修改 页面设置·页面标题',
    '删除 2个组件',
  ])
})
