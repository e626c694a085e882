import { Refusal } from '@zhanggui/domain/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSamePage } from './changes.ts'
import { checkDraft } from './check.ts'
import { diffPages } from './diff.ts'
import * as operations from './operations.ts'
import { componentsOf, emptyPage, keysOf, type Page } from './page.ts'
import { whyNotAdd } from './placement.ts'
import { components } from './registry.ts'
import { laws, pages, plain, sessions, stamp } from './testing/pages.fixture.ts'

const typesOf = (page: Page) => componentsOf(page).map(({ type }) => type)
const made = (...types: string[]) =>
  types.reduce((page, type) => operations.add(page, { type, stamp: stamp() }).page, emptyPage())
const idOf = (page: Page, type: string) => componentsOf(page).find((component) => component.type === type)?.id ?? ''

test('no operation breaks the draft check, and none changes the page that it was given', () => {
  fc.assert(
    fc.property(pages(), sessions(), (page, session) => {
      const before = structuredClone(page)
      session.reduce((at, act) => {
        const next = act(at)
        expect(checkDraft(next)).toEqual([])
        return next
      }, page)
      expect(page).toEqual(before)
    }),
    laws,
  )
})

test('reordering redistributes the same keys and leaves ids and components as they are', () => {
  fc.assert(
    fc.property(pages(20), fc.array(fc.nat(30), { maxLength: 3 }), fc.nat(30), (page, chosen, index) => {
      const all = componentsOf(page)
      const ids = chosen.flatMap((at) => all[at]?.id ?? [])
      const moved = operations.reorder(page, ids, index).page
      expect(keysOf(moved.value)).toEqual(keysOf(page.value))
      expect(new Set(componentsOf(moved))).toEqual(new Set(all))
      expect(componentsOf(moved).every((component) => all.includes(component))).toBe(true)
    }),
    laws,
  )
})

/** The result of the first that is not refused. */
function firstOf<Item, Result>(items: readonly Item[], act: (item: Item) => Result): Result {
  for (const item of items)
    try {
      return act(item)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  throw new Error('all are refused')
}

test('every difference taken back, one after the other, leads to the live page', () => {
  fc.assert(
    fc.property(pages(), sessions(8), (live, session) => {
      let page = session.reduce((at, act) => act(at), live)
      for (let rows = diffPages(live, page); rows.length; ) {
        // What excludes another comes back once the other is gone.
        page = firstOf(rows, (row) => operations.revert(page, live, row).page)
        expect(checkDraft(page)).toEqual([])
        const left = diffPages(live, page)
        expect(left.length).toBeLessThan(rows.length)
        rows = left
      }
      expect(isSamePage(page, live)).toBe(true)
    }),
    laws,
  )
})

test('documents are in the order top, flow, copyright, bottom, float, whatever is added when', () => {
  const page = made('tabBar', 'popup', 'copyright', 'titleBar', 'categoryTabs', 'searchBar', 'carousel')
  expect(typesOf(page)).toEqual(['searchBar', 'categoryTabs', 'titleBar', 'carousel', 'copyright', 'tabBar', 'popup'])
})

test('a component comes behind the selected one, and behind its zone where that is elsewhere', () => {
  const page = made('searchBar', 'titleBar', 'carousel', 'tabBar')
  const behind = operations.add(page, { type: 'spacer', after: idOf(page, 'titleBar'), stamp: stamp() })
  expect(typesOf(behind.page)).toEqual(['searchBar', 'titleBar', 'spacer', 'carousel', 'tabBar'])
  expect(behind.ids).toEqual([idOf(behind.page, 'spacer')])
  for (const elsewhere of ['searchBar', 'tabBar']) {
    const { page: at } = operations.add(page, { type: 'spacer', after: idOf(page, elsewhere), stamp: stamp() })
    expect(typesOf(at)).toEqual(['searchBar', 'titleBar', 'carousel', 'spacer', 'tabBar'])
  }
})

test('a key is sixteen digits, and the next one where it is taken as a key or by an id', () => {
  const first = operations.add(emptyPage(), { type: 'spacer', stamp: 1_767_225_600_000_000 })
  expect(Object.keys(first.page.value)).toEqual(['1767225600000000'])
  expect(first.ids).toEqual(['c1767225600000000'])
  const second = operations.add(first.page, { type: 'spacer', stamp: 1_767_225_600_000_000 })
  expect(second.ids).toEqual(['c1767225600000001'])
  // The first component now has the second key; its id still keeps the first from being dealt out as another's origin.
  const moved = operations.remove(operations.reorder(second.page, first.ids, 2).page, second.ids).page
  expect(Object.keys(moved.value)).toEqual(['1767225600000001'])
  expect(operations.add(moved, { type: 'spacer', stamp: 1_767_225_600_000_000 }).ids).toEqual(['c1767225600000002'])
})

test.each([
  ['a second tab bar', made('tabBar'), 'tabBar', '底部导航最多添加1个'],
  ['a sixth video', made('video', 'video', 'video', 'video', 'video'), 'video', '视频最多添加5个'],
  ['a head beside a search box', made('searchBar'), 'headCombo', '头部组件不能与搜索框或商品分类同时使用'],
  ['tabs beside a head', made('headCombo'), 'categoryTabs', '头部组件不能与搜索框或商品分类同时使用'],
  ['a component of user centres', emptyPage(), 'userCard', '会员信息只能用在个人中心'],
])('%s is refused with the reason that the palette shows', (_, page, type, reason) => {
  expect(whyNotAdd(page, type)).toBe(reason)
  expect(() => operations.add(page, { type, stamp: stamp() })).toThrow(new Refusal(reason))
})

test('a page takes a hundred components, hidden ones included, and says so', () => {
  const full = made(...Array.from({ length: 100 }, () => 'spacer'))
  const [first, second] = componentsOf(full)
  const hidden = operations.toggle(full, [first?.id ?? '', second?.id ?? '']).page
  expect(() => operations.add(hidden, { type: 'spacer', stamp: stamp() })).toThrow('最多添加100个组件（含已隐藏2个）')
  const pasted = operations.paste(hidden, [plain('spacer')], { stamp: stamp() })
  expect(pasted.page).toBe(hidden)
  expect(pasted.refused).toEqual([{ title: '空白', reason: '最多添加100个组件（含已隐藏2个）' }])
})

test('a page beyond one megabyte is refused, and what makes it smaller is not', () => {
  const html = `<p>${'字'.repeat(90_000)}</p>`
  const text = { type: 'richText', preset: { props: { html } } }
  let page = emptyPage()
  for (let count = 0; count < 3; count++) page = operations.add(page, { ...text, stamp: stamp() }).page
  expect(() => operations.add(page, { ...text, stamp: stamp() })).toThrow('页面内容过大（上限1MB）')
  expect(componentsOf(operations.remove(page, [componentsOf(page)[0]?.id ?? '']).page)).toHaveLength(2)
})

test('of several, all are hidden if one is shown, else all are shown', () => {
  const page = made('titleBar', 'spacer')
  const ids = componentsOf(page).map(({ id }) => id)
  const shown = (at: Page) => componentsOf(at).map(({ isShow }) => isShow)
  const half = operations.toggle(page, ids.slice(0, 1)).page
  expect(shown(half)).toEqual([false, true])
  const hidden = operations.toggle(half, ids).page
  expect(shown(hidden)).toEqual([false, false])
  expect(shown(operations.toggle(hidden, ids).page)).toEqual([true, true])
})

test('after a deletion the next component is selected, else the one before, else the page', () => {
  const page = made('titleBar', 'spacer', 'divider')
  const [one, two, three] = componentsOf(page).map(({ id }) => id) as [string, string, string]
  expect(operations.remove(page, [two]).ids).toEqual([three])
  expect(operations.remove(page, [three]).ids).toEqual([two])
  expect(operations.remove(page, [one, two, three]).ids).toEqual([])
})

test('copies have an id of their own and no anchor, and stand behind what was copied', () => {
  const page = made('titleBar', 'spacer')
  const id = idOf(page, 'titleBar')
  const anchored = operations.update(page, id, ['anchor'], '新品').page
  const { page: copied, ids } = operations.duplicate(anchored, [id], stamp())
  expect(typesOf(copied)).toEqual(['titleBar', 'titleBar', 'spacer'])
  expect(componentsOf(copied).map(({ anchor }) => anchor)).toEqual(['新品', '', ''])
  expect(componentsOf(copied)[1]?.id).toBe(ids[0])
})

test('of colour and picture as the ground of the page, exactly one is on', () => {
  const picture = operations.set(emptyPage(), 'pagePic', true).page
  expect(picture.settings).toEqual({ pagePic: true, pageColor: false })
  expect(operations.set(picture, 'pageColor', true).page.settings).toEqual({})
})

test('what equals its default is not stored', () => {
  const page = made('titleBar')
  const [component] = componentsOf(page)
  expect(component?.props).toEqual({})
  const changed = operations.update(page, component?.id ?? '', ['props', 'title'], '新品').page
  expect(componentsOf(changed)[0]?.props).toEqual({ title: '新品' })
  const back = operations.update(changed, component?.id ?? '', ['props', 'title'], '标题').page
  expect(componentsOf(back)[0]?.props).toEqual({})
  expect(operations.update(page, component?.id ?? '', ['props', 'title'], '标题').page).toBe(page)
})

test('a reset component has the values of a new one, and keeps its name and its rule', () => {
  const page = made('titleBar')
  const id = idOf(page, 'titleBar')
  const named = operations.rename(operations.update(page, id, ['props', 'size'], 30).page, id, '头条').page
  expect(componentsOf(named)).toMatchObject([{ alias: '头条', props: { size: 30 } }])
  expect(componentsOf(operations.reset(named, id).page)).toMatchObject([{ id, alias: '头条', props: {} }])
})

test('an item of a list is changed within the list, whose defaults come with it', () => {
  const page = made('tabBar')
  const id = idOf(page, 'tabBar')
  const changed = operations.update(page, id, ['props', 'items', 1, 'title'], '逛逛').page
  const items = componentsOf(changed)[0]?.props.items as { title: string }[]
  expect(items.map(({ title }) => title)).toEqual(['首页', '逛逛', '购物车', '我的'])
})

test('a block stands in for its component under the same id, and is detached again', () => {
  const page = made('titleBar', 'spacer')
  const id = idOf(page, 'titleBar')
  const block = operations.toBlock(page, id, 7).page
  expect(componentsOf(block)[0]).toMatchObject({ id, type: 'sharedBlock', props: { blockIds: [7] } })
  const own = operations.detach(block, id, plain('titleBar', { title: '新品' })).page
  expect(componentsOf(own)[0]).toMatchObject({ id, type: 'titleBar', props: { title: '新品' } })
})

test('every type that is offered can be added to a page that is made for it', () => {
  for (const { type, pageTypes } of components) {
    const { page } = operations.add(emptyPage(pageTypes.includes(2) ? 2 : 4), { type, stamp: stamp() })
    expect([type, checkDraft(page)]).toEqual([type, []])
  }
})
