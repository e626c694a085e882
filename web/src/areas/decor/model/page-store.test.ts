import * as operations from '@zhanggui/page-kit/operations.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { idsOf, makePage, makePageInfo, typesOf } from '../page.fixture.ts'
import {
  addComponent,
  indexBeside,
  moveBy,
  removeComponents,
  selectBeside,
  setSetting,
  toggleShown,
  updateValue,
} from './page-acts.ts'
import {
  ackDraft,
  activeComponent,
  alsoSelect,
  componentsData,
  continueFrom,
  isDirty,
  jumpTo,
  leavePage,
  openPage,
  redoStep,
  select,
  selectUpTo,
  takeDocument,
  undoStep,
  usePageStore,
} from './page-store.ts'

const get = () => usePageStore.getState()
const page = () => get().history.present

beforeEach(() => {
  leavePage()
  openPage(makePageInfo(makePage(['titleBar', 'spacer', 'divider'])), false)
})

describe('the state of the designer', () => {
  test('has the names and defaults of the page', () => {
    leavePage()
    const { configName, pageName, pageTitle, pageShow, pageColor, pagePic, pageColorPicker, pageTabVal, pagePicUrl } =
      get()
    expect({
      configName,
      pageName,
      pageTitle,
      pageShow,
      pageColor,
      pagePic,
      pageColorPicker,
      pageTabVal,
      pagePicUrl,
    }).toEqual({
      configName: '',
      pageName: '模板',
      pageTitle: '',
      pageShow: true,
      pageColor: true,
      pagePic: false,
      pageColorPicker: '#f5f5f5',
      pageTabVal: 0,
      pagePicUrl: '',
    })
    const { returnAddress, titleColor, titleBgColor, titleAlign, serviceShown, defaultArray, terminal } = get()
    expect({ returnAddress, titleColor, titleBgColor, titleAlign, serviceShown, defaultArray, terminal }).toEqual({
      returnAddress: '',
      titleColor: '#000000',
      titleBgColor: '#ffffff',
      titleAlign: 'left',
      serviceShown: true,
      defaultArray: {},
      terminal: 3,
    })
    expect(activeComponent(get())).toBeUndefined()
    expect(componentsData(get())).toEqual([])
  })

  test('mirrors every change of the page, and the selection names its component', () => {
    addComponent('carousel')
    expect(Object.values(get().defaultArray).at(-1)).toMatchObject({ type: 'carousel', isShow: true })
    expect(activeComponent(get())).toMatchObject({ component: { type: 'carousel' }, index: 3 })
    setSetting('pageTitle', '秋冬')
    setSetting('pagePic', true)
    expect(get()).toMatchObject({ pageTitle: '秋冬', pagePic: true, pageColor: false })
  })
})

describe('operations', () => {
  test('a component comes behind the selected one, and one that the page does not take changes nothing', () => {
    select([idsOf(page())[0] ?? ''])
    addComponent('video')
    expect(typesOf(page())).toEqual(['titleBar', 'video', 'spacer', 'divider'])
    addComponent('searchBar')
    addComponent('searchBar')
    expect(typesOf(page())).toEqual(['searchBar', 'titleBar', 'video', 'spacer', 'divider'])
    expect(get().history.past).toHaveLength(2)
  })

  test('several are hidden together, moved together and removed together; then the next one is selected', () => {
    const [title = '', spacer = '', divider = ''] = idsOf(page())
    select([title])
    selectUpTo(spacer)
    toggleShown()
    expect(componentsOf(page()).map(({ isShow }) => isShow)).toEqual([false, false, true])
    moveBy(1)
    expect(typesOf(page())).toEqual(['divider', 'titleBar', 'spacer'])
    expect(indexBeside(get().selection, 1)).toBeUndefined()
    removeComponents()
    expect(idsOf(page())).toEqual([divider])
    expect(get().configName).toBe(divider)
    alsoSelect(divider)
    expect(get().configName).toBe('')
    selectBeside(1)
    expect(get().configName).toBe(divider)
  })

  test('whoever only looks changes nothing', () => {
    openPage(makePageInfo(makePage(['titleBar'])), true)
    addComponent('video')
    setSetting('pageTitle', '新')
    expect(page()).toBe(get().acked)
  })
})

describe('history', () => {
  test('what is typed in a row is one step; undo, redo and a jump go between the states', () => {
    const before = page()
    const [title = ''] = idsOf(before)
    updateValue(title, ['props', 'title'], '新')
    updateValue(title, ['props', 'title'], '新品')
    expect(get().history.past).toHaveLength(1)
    addComponent('video')
    const after = page()
    undoStep()
    undoStep()
    expect(page()).toBe(before)
    redoStep()
    redoStep()
    expect(page()).toBe(after)
    jumpTo(0)
    expect(page()).toBe(before)
    expect(isDirty(get())).toBe(false)
  })

  test('the selection keeps nothing that undo took away', () => {
    addComponent('video')
    const made = get().configName
    undoStep()
    expect(idsOf(page())).not.toContain(made)
    expect(get()).toMatchObject({ configName: '', selection: [] })
  })

  test('a document that took the place of the draft is one step that can be undone', () => {
    const before = page()
    takeDocument(makePage(['video']), 9, '换成模板')
    expect(typesOf(page())).toEqual(['video'])
    expect(get().version).toBe(9)
    undoStep()
    expect(page()).toBe(before)
    expect(isDirty(get())).toBe(true)
  })
})

describe('the draft on the server', () => {
  test('what the server tidied is taken over, unless it was typed on since', () => {
    const [title = '', spacer = ''] = idsOf(page())
    updateValue(title, ['props', 'title'], '新品')
    const sent = page()
    updateValue(spacer, ['props', 'height'], 30)
    const tidied = componentsOf(operations.update(sent, title, ['props', 'title'], '新').page)
    ackDraft(sent, { version: 4, issues: [], tidied: tidied.filter(({ id }) => id === title) })
    expect(componentsOf(page())[0]?.props.title).toBe('新')
    expect(componentsOf(page())[1]?.props.height).toBe(30)
    expect(get().version).toBe(4)
    expect(get().saved.kind).toBe('dirty')
  })

  test('after a merge the history begins anew: undo takes away nothing that another saved', () => {
    addComponent('video')
    const theirs = makePage(['titleBar', 'spacer', 'divider', 'countdown'])
    continueFrom(theirs, 8, theirs)
    expect(get().history.past).toEqual([])
    expect(get().acked).toBe(theirs)
    undoStep()
    expect(get().version).toBe(8)
  })
})
