import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply, changesBetween, isEmpty, isSamePage } from './changes.ts'
import { checkDraft } from './check.ts'
import { diffPages } from './diff.ts'
import { mergePages, type Side } from './merge.ts'
import * as operations from './operations.ts'
import { componentsOf, emptyPage, type Page } from './page.ts'
import { after, laws, pages, sessions, stamp } from './testing/pages.fixture.ts'

test('what changed since a state leads from that state to the page, keys included', () => {
  fc.assert(
    fc.property(pages(), sessions(), (base, session) => {
      const page = after(base, session)
      const changes = changesBetween(base, page)
      // As the server reads them.
      expect(apply(base, JSON.parse(JSON.stringify(changes)))).toEqual(page)
      expect(isEmpty(changesBetween(page, page))).toBe(true)
      expect(isEmpty(changes)).toBe(
        JSON.stringify(base) === JSON.stringify(page) || isEmpty(changesBetween(page, base)),
      )
    }),
    laws,
  )
})

test('no merge breaks the draft check, whatever both did and whichever side wins', () => {
  const sides = fc.constantFrom<Side>('mine', 'theirs')
  fc.assert(
    fc.property(pages(), sessions(), sessions(), sides, (base, one, two, side) => {
      const [mine, theirs] = [after(base, one), after(base, two)]
      const { page, conflicts } = mergePages(base, mine, theirs)
      expect(checkDraft(page)).toEqual([])
      const choices = Object.fromEntries(conflicts.map(({ key }) => [key, side]))
      expect(checkDraft(mergePages(base, mine, theirs, choices).page)).toEqual([])
    }),
    laws,
  )
})

test('changes that do not touch each other merge to the same page from both sides, keys included', () => {
  let merged = 0
  fc.assert(
    fc.property(pages(), sessions(5), sessions(5), (base, one, two) => {
      const [mine, theirs] = [after(base, one), after(base, two)]
      const { page, conflicts } = mergePages(base, mine, theirs)
      const other = mergePages(base, theirs, mine)
      expect(other.conflicts.length > 0).toBe(conflicts.length > 0)
      if (conflicts.length) return
      merged++
      // Two texts of one value, of which one leaves out a default, are the same page.
      expect(isSamePage(other.page, page)).toBe(true)
      expect(Object.entries(other.page.value).map(([key, { id }]) => [key, id])).toEqual(
        Object.entries(page.value).map(([key, { id }]) => [key, id]),
      )
    }),
    laws,
  )
  expect(merged).toBeGreaterThan(5)
})

test('a side that changed nothing takes over all changes of the other', () => {
  fc.assert(
    fc.property(pages(), sessions(), (base, session) => {
      const page = after(base, session)
      expect(mergePages(base, page, base)).toMatchObject({ conflicts: [] })
      expect(isSamePage(mergePages(base, page, base).page, page)).toBe(true)
      expect(isSamePage(mergePages(base, base, page).page, page)).toBe(true)
    }),
    laws,
  )
})

test('nothing that one side alone did is lost where there is no conflict', () => {
  fc.assert(
    fc.property(pages(), sessions(6), sessions(6), (base, one, two) => {
      const [mine, theirs] = [after(base, one), after(base, two)]
      const { page, conflicts } = mergePages(base, mine, theirs)
      if (conflicts.length) return
      const changed = (to: Page) =>
        diffPages(base, to)
          .filter(({ kind }) => kind !== 'moved')
          .map(({ words, to: value }) => [words, value])
      for (const row of [...changed(mine), ...changed(theirs)]) expect(changed(page)).toContainEqual(row)
    }),
    laws,
  )
})

const start = ['titleBar', 'carousel', 'spacer'].reduce(
  (page, type) => operations.add(page, { type, stamp: stamp() }).page,
  emptyPage(),
)
const [title = '', carousel = '', spacer = ''] = componentsOf(start).map(({ id }) => id)
const titled = (page: Page, text: string) => operations.update(page, title, ['props', 'title'], text).page
const typesOf = (page: Page) => componentsOf(page).map(({ type }) => type)

test('a component that both changed is a conflict that a person decides, and deleting is a change', () => {
  const [mine, theirs] = [titled(start, '我的'), titled(start, '对方')]
  const { conflicts, page } = mergePages(start, mine, theirs)
  expect(conflicts).toMatchObject([
    { kind: 'component', id: title, mine: { props: { title: '我的' } }, theirs: { props: { title: '对方' } } },
  ])
  expect(componentsOf(page)[0]?.props).toEqual({ title: '对方' })
  expect(componentsOf(mergePages(start, mine, theirs, { [title]: 'mine' }).page)[0]?.props).toEqual({ title: '我的' })
  const deleted = operations.remove(start, [title]).page
  expect(mergePages(start, deleted, theirs).conflicts).toMatchObject([
    { kind: 'component', id: title, mine: undefined },
  ])
  expect(typesOf(mergePages(start, deleted, theirs, { [title]: 'mine' }).page)).toEqual(['carousel', 'spacer'])
})

test('the same change of both is no conflict', () => {
  expect(mergePages(start, titled(start, '新品'), titled(start, '新品')).conflicts).toEqual([])
})

test('two orders are a conflict, one is taken', () => {
  const mine = operations.reorder(start, [spacer], 0).page
  const theirs = operations.reorder(start, [carousel], 3).page
  expect(mergePages(start, mine, start).conflicts).toEqual([])
  expect(mergePages(start, mine, theirs).conflicts).toEqual([{ kind: 'order', key: 'order' }])
  expect(typesOf(mergePages(start, mine, theirs).page)).toEqual(['titleBar', 'spacer', 'carousel'])
  expect(typesOf(mergePages(start, mine, theirs, { order: 'mine' }).page)).toEqual(['spacer', 'titleBar', 'carousel'])
})

test('what one side added stands behind the component before it, two additions at one place by their ids', () => {
  const mine = operations.add(start, { type: 'divider', after: title, stamp: stamp() }).page
  const theirs = operations.add(start, { type: 'richText', after: title, stamp: stamp() }).page
  const expected = ['titleBar', 'divider', 'richText', 'carousel', 'spacer']
  expect(typesOf(mergePages(start, mine, theirs).page)).toEqual(expected)
  expect(typesOf(mergePages(start, theirs, mine).page)).toEqual(expected)
})

test('two bottom navigations are a conflict, and so is the hundred and first component', () => {
  const bar = (page: Page) => operations.add(page, { type: 'tabBar', stamp: stamp() })
  const [mine, theirs] = [bar(start), bar(start)]
  const merged = mergePages(start, mine.page, theirs.page)
  expect(merged.conflicts).toEqual([{ kind: 'limit', key: 'limit', ids: mine.ids, reason: '底部导航最多添加1个' }])
  expect(componentsOf(mergePages(start, mine.page, theirs.page, { limit: 'mine' }).page).at(-1)?.id).toBe(mine.ids[0])

  const many = Array.from({ length: 96 }).reduce(
    (page: Page) => operations.add(page, { type: 'spacer', stamp: stamp() }).page,
    start,
  )
  const one = operations.add(many, { type: 'divider', stamp: stamp() })
  const two = operations.add(many, { type: 'divider', stamp: stamp() })
  expect(mergePages(many, one.page, two.page).conflicts).toMatchObject([{ kind: 'limit', ids: one.ids }])
  expect(componentsOf(mergePages(many, one.page, two.page).page)).toHaveLength(100)
})

test('different settings merge, one that both changed is a conflict, and the ground of the page is one', () => {
  const mine = operations.set(start, 'pageTitle', '我的').page
  const theirs = operations.set(start, 'titleColor', '#ff0000').page
  expect(mergePages(start, mine, theirs).page.settings).toEqual({ pageTitle: '我的', titleColor: '#ff0000' })
  const other = operations.set(start, 'pageTitle', '对方').page
  expect(mergePages(start, mine, other).conflicts).toEqual([
    { kind: 'setting', key: 'setting.pageTitle', fields: ['pageTitle'] },
  ])
  expect(mergePages(start, mine, other, { 'setting.pageTitle': 'mine' }).page.settings).toEqual({ pageTitle: '我的' })
  const picture = operations.set(start, 'pagePic', true).page
  expect(mergePages(start, mine, picture).page.settings).toEqual({ pageTitle: '我的', pagePic: true, pageColor: false })
})

test('undo after a merge takes nothing away that another saved: theirs is the base of the next round', () => {
  const [mine, theirs] = [titled(start, '新品'), operations.set(start, 'pageTitle', '首页').page]
  const { page } = mergePages(start, mine, theirs)
  // The next save sends what differs from theirs, which is mine alone.
  expect(changesBetween(theirs, page)).toEqual({ put: [componentsOf(page)[0]], remove: [] })
})
