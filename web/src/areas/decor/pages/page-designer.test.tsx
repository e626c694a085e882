import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import * as operations from '@zhanggui/page-kit/operations.ts'
import { beforeEach, expect, test } from 'vitest'
import { answer, FakeAnswer } from '../../../testing/fake-server.ts'
import { openDesigner, openedPage, prepareDesigner, signInWith, takeSaves } from '../designer.fixture.tsx'
import { usePageStore } from '../model/page-store.ts'
import { idsOf, makePage, makePageInfo, typesOf } from '../page.fixture.ts'

beforeEach(prepareDesigner)

test('by keys alone a component is found, added, moved, edited, hidden, deleted, and brought back', async () => {
  const saves = takeSaves()
  const { user } = openDesigner(makePage(['titleBar', 'spacer']))
  expect(await screen.findByText('许北 正在编辑此页面')).toBeDefined()
  await user.keyboard('/')
  const search = screen.getByRole('textbox', { name: '找组件' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  await user.keyboard('辅助线{Enter}')
  expect(typesOf(openedPage())).toEqual(['titleBar', 'spacer', 'divider'])
  expect(screen.getByRole('heading', { name: '辅助线' })).toBeDefined()

  search.blur()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(typesOf(openedPage())).toEqual(['titleBar', 'divider', 'spacer'])
  await user.keyboard(' ')
  expect(screen.getByText(/已拿起辅助线，第 2 个，共 3 个/)).toBeDefined()
  await user.keyboard('{ArrowUp} ')
  expect(screen.getByText('已放下辅助线，第 1 个，共 3 个')).toBeDefined()
  expect(typesOf(openedPage())).toEqual(['divider', 'titleBar', 'spacer'])

  await user.keyboard('{ArrowDown}')
  const title = screen.getByRole('textbox', { name: '标题' })
  await user.clear(title)
  await user.type(title, '新品')
  expect(usePageStore.getState().defaultArray).toMatchObject({})
  await user.keyboard('{Control>}z{/Control}')
  title.blur()
  await user.keyboard('{Control>}{Shift>}h{/Shift}{/Control}')
  expect(screen.getByRole('button', { name: '显示' })).toBeDefined()
  await user.keyboard('{Delete}')
  expect(typesOf(openedPage())).toEqual(['divider', 'spacer'])
  await user.keyboard('{Control>}z{/Control}')
  expect(typesOf(openedPage())).toEqual(['divider', 'titleBar', 'spacer'])

  await user.keyboard('{Control>}s{/Control}')
  // On a slow machine it was saved by itself before, too.
  await waitFor(() => expect(saves.length).toBeGreaterThan(0))
  expect(saves[0]?.body).toMatchObject({ id: 7, version: 3 })
  expect(await screen.findByText(/^已保存 \d\d:\d\d$/)).toBeDefined()
})

test('a tile that the page does not take is grey and says why, and a field at fault says so beside it', async () => {
  const { user } = openDesigner(makePage(['searchBar', 'hotspot']))
  const tile = await screen.findByRole('button', { name: '头部组件' })
  expect(tile.getAttribute('aria-disabled')).toBe('true')
  expect(tile.getAttribute('aria-description')).toBe('头部组件不能与搜索框或商品分类同时使用')
  await user.click(tile)
  expect(typesOf(openedPage())).toEqual(['searchBar', 'hotspot'])
  await user.click(screen.getByRole('button', { name: /个错误：热区 · 请上传图片/ }))
  const panel = within(screen.getByRole('complementary', { name: '设置' }))
  expect(panel.getByRole('heading', { name: '热区' })).toBeDefined()
  expect(panel.getByText('请上传图片')).toBeDefined()
})

test('whoever may only look finds no way to change, and nothing is sent', async () => {
  signInWith(['admin:pagediy:list', 'admin:pagediy:info'])
  const saves = answer(decorPage.saveDraft, new FakeAnswer(403))
  const { user } = openDesigner(makePage(['titleBar']))
  expect(await screen.findByText('仅查看')).toBeDefined()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^发布/ })).toBeNull()
  await user.keyboard('{ArrowDown}{Delete}')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).disabled).toBe(true)
  expect(openedPage()).toBe(usePageStore.getState().acked)
  expect(saves).toHaveLength(0)
})

test('what two people made of one page comes together, and one component is decided by a person', async () => {
  const base = makePage(['titleBar', 'spacer'])
  const [title = '', spacer = ''] = idsOf(base)
  const theirs = operations.update(
    operations.update(base, title, ['props', 'title'], '他的').page,
    spacer,
    ['props', 'height'],
    60,
  ).page
  let isTaken = true
  const saves = answer(decorPage.saveDraft, ({ body }) => {
    if (!isTaken) return { id: 7, version: body.version + 1, issues: [], put: [], keptId: null }
    isTaken = false
    const current = makePageInfo(theirs, { version: 9 })
    return new FakeAnswer(409, {
      status: 409,
      code: 'VERSION_CONFLICT',
      message: '已被修改',
      current,
      changedBy: '许北',
    })
  })
  const { user } = openDesigner(base)
  await user.click(await screen.findByRole('tab', { name: '图层' }))
  await user.click(screen.getByRole('button', { name: '标题' }))
  const field = screen.getByRole('textbox', { name: '标题' })
  await user.clear(field)
  await user.type(field, '我的')
  await user.keyboard('{Control>}s{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: '页面已被许北修改' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '还有 1 处要选' }).disabled).toBe(true)
  await user.click(dialog.getByText('用我的'))
  await user.click(dialog.getByRole('button', { name: '合并并继续' }))
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves[1]?.body).toMatchObject({ version: 9, put: [{ id: title, props: { title: '我的' } }], remove: [] })
  const [, kept] = Object.values(usePageStore.getState().defaultArray)
  expect(kept?.props.height).toBe(60)
  expect(usePageStore.getState().history.past).toEqual([])
})

test('a page that never went live becomes one of another terminal, which undo does not take back; later it is copied', async () => {
  takeSaves()
  const changes = answer(decorPage.update, ({ body }) => ({ id: 7, version: (body.version ?? 0) + 1 }))
  const { user } = openDesigner(makePage(['titleBar']), { publishedNo: null })
  await user.click(await screen.findByRole('button', { name: '终端：移动端' }))
  await user.click(await screen.findByRole('menuitem', { name: 'H5' }))
  expect(await screen.findByRole('button', { name: '终端：H5' })).toBeDefined()
  expect(changes[0]?.body).toEqual({ id: 7, version: 3, terminal: 2 })
  expect(usePageStore.getState()).toMatchObject({ version: 4, history: { past: [] } })
  await user.click(screen.getByRole('button', { name: '辅助线' }))
  await user.keyboard('{Control>}z{/Control}')
  expect([openedPage().terminal, usePageStore.getState().acked.terminal]).toEqual([2, 2])

  cleanup()
  openDesigner(makePage(['titleBar']), { publishedNo: 1 })
  await user.click(await screen.findByRole('button', { name: '终端：移动端' }))
  await user.click(await screen.findByRole('menuitem', { name: '复制一个给小程序' }))
  const dialog = within(await screen.findByRole('dialog', { name: '复制页面' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: '小程序' }).checked).toBe(true)
  expect(changes).toHaveLength(1)
})

test('what was typed for a publication stays while versions are looked at, and each schedule has its own time', async () => {
  const version = (id: number, publishAt: string) => ({
    id,
    no: null,
    kind: 'schedule' as const,
    note: `第${id}次`,
    createBy: '许北',
    createTime: '2026-11-20 09:00:00',
    components: 1,
    live: false,
    scheduleId: id,
    publishAt,
    offlineAt: null,
    setDefault: false,
  })
  const list = [version(1, '2027-01-01 08:00:00'), version(2, '2027-02-02 09:00:00')]
  answer(pageVersion.list, { list, total: 2, page: 1, limit: 20 })
  const draft = makePage(['titleBar', 'carousel'])
  const { settings, share, value } = draft
  answer(pageVersion.info, ({ params }) => ({ ...list[Number(params.id) - 1], settings, share, value }) as never)
  const { user } = openDesigner(draft, { publishedNo: null })
  await user.click(await screen.findByRole('button', { name: /^发布/ }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('轮播图 · 请添加图片')).toBeDefined()
  await user.type(drawer.getByRole('textbox', { name: /这次改了什么/ }), '换横幅')
  for (const [note, time] of [
    ['第1次', '2027-01-01 08:00:00'],
    ['第2次', '2027-02-02 09:00:00'],
  ] as const) {
    await user.click(await drawer.findByRole('button', { name: new RegExp(note) }))
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: '发布时间' }).value).toBe(time)
  }
  await user.click(drawer.getByRole('button', { name: /^草稿/ }))
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: /这次改了什么/ }).value).toBe('换横幅')
})

test('clearing the page asks first, and staying says so; where nothing was changed there is nothing to give up', async () => {
  const { user } = openDesigner(makePage(['titleBar']))
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '清空' }))
  expect(await screen.findByText('确定清空页面所有组件吗？')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '不清空' }))
  expect(await screen.findByText('已取消')).toBeDefined()
  expect(typesOf(openedPage())).toEqual(['titleBar'])
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '放弃本次修改' }))
  expect(await screen.findByText('打开页面以后还没有改过')).toBeDefined()
})

test('a narrow window offers preview, versions and publishing, and no editing', async () => {
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: 900 })
  openDesigner(makePage(['titleBar']))
  expect(await screen.findByText(/请在电脑上装修/)).toBeDefined()
  expect(screen.getByRole('button', { name: '预览' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^发布/ })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: '找组件' })).toBeNull()
  expect(screen.queryByRole('complementary', { name: '设置' })).toBeNull()
})
