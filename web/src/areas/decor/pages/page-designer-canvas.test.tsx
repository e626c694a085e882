import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import * as operations from '@zhanggui/page-kit/operations.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import { openDesigner, openedPage, prepareDesigner, signInWith, takeSaves } from '../designer.fixture.tsx'
import { usePageStore } from '../model/page-store.ts'
import { idsOf, makePage, typesOf } from '../page.fixture.ts'

beforeEach(prepareDesigner)

const propsOf = (id: string) => componentsOf(openedPage()).find((each) => each.id === id)?.props ?? {}
const panel = () => within(screen.getByRole('complementary', { name: '设置' }))

test('a text of the canvas is edited where it stands; Esc leaves it as it was', async () => {
  takeSaves()
  const made = makePage(['titleBar', 'imageText'])
  const [title = '', list = ''] = idsOf(made)
  const items = [{ title: '手冲' }, { title: '拼配' }, { title: '手冲' }]
  const { user } = openDesigner(operations.update(made, list, ['props', 'items'], items).page)
  await user.dblClick(await screen.findByRole('heading', { name: '标题', level: 2, hidden: true }))
  // The panel has the same field.
  expect(screen.getAllByRole('textbox', { name: '标题' })).toContain(document.activeElement)
  await user.keyboard('店长挑的{Enter}')
  expect(propsOf(title)).toMatchObject({ title: '店长挑的' })
  await user.dblClick(screen.getByText('店长挑的', { selector: 'h2' }))
  await user.keyboard('不要了{Escape}')
  expect(propsOf(title)).toMatchObject({ title: '店长挑的' })
  // Of two that say the same, the one that was pointed at.
  const [, second] = screen.getAllByText('手冲')
  await user.dblClick(second as HTMLElement)
  await user.keyboard('冷萃{Enter}')
  expect((propsOf(list).items as { title: string }[]).map((item) => item.title)).toEqual(['手冲', '拼配', '冷萃'])
})

test('what is over stays, says so, and is used once more with new times', async () => {
  takeSaves()
  const made = makePage(['titleBar', 'carousel'])
  const [title = '', slides = ''] = idsOf(made)
  const image = { url: '/file/a.jpg', alt: '双十一', w: 750, h: 332 }
  const over = operations.update(
    operations.update(made, title, ['rule', 'endTime'], '2026-11-12 00:00:00').page,
    slides,
    ['props', 'slides'],
    [{ image, to: '2026-11-12 00:00:00' }],
  ).page
  const { user } = openDesigner(over)
  await user.click(await screen.findByRole('tab', { name: '图层' }))
  await user.click(screen.getByRole('button', { name: /^标题/, pressed: false }))
  expect(panel().getByText(/已结束，买家看不到/)).toBeDefined()
  await user.click(panel().getByRole('button', { name: '再用一次' }))
  const dialog = within(await screen.findByRole('dialog', { name: '再用一次：标题' }))
  await user.click(dialog.getByRole('button', { name: '再用一次' }))
  await waitFor(() => expect(componentsOf(openedPage())[0]?.rule).not.toHaveProperty('endTime'))
  expect(panel().queryByText(/已结束，买家看不到/)).toBeNull()

  expect(document.querySelector('.page [data-off="已结束"]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: /^轮播图/, pressed: false }))
  await user.click(panel().getByRole('button', { name: '再用一次：双十一' }))
  const again = within(await screen.findByRole('dialog', { name: '再用一次：双十一' }))
  await user.click(again.getByRole('button', { name: '再用一次' }))
  await waitFor(() => expect(document.querySelector('.page [data-off]')).toBeNull())
  expect(usePageStore.getState().history.past).toHaveLength(2)
})

test('a block that live pages show is changed by those alone who may publish, for all pages or for this one', async () => {
  takeSaves()
  const [held] = componentsOf(makePage(['titleBar']))
  const block = {
    id: 5,
    version: 2,
    name: '页头',
    terminal: 3 as const,
    component: { ...held } as never,
    uses: [{ type: 'page', id: 7, name: '秋冬首页' }],
    isShown: true,
    updateBy: '许北',
    createTime: '2026-11-01 09:00:00',
    updateTime: '2026-11-01 09:00:00',
  }
  answer(pageBlock.list, { list: [block], total: 1, page: 1, limit: 100 })
  const made = makePage(['sharedBlock'])
  const [id = ''] = idsOf(made)
  const draft = operations.update(made, id, ['props', 'blockIds'], [5]).page
  const clerk = ['list', 'info', 'update', 'block'].map((word) => `admin:pagediy:${word}`)
  signInWith(clerk)
  const first = openDesigner(draft)
  await first.user.click(await screen.findByRole('tab', { name: '图层' }))
  await first.user.click(screen.getByRole('button', { name: /^公共模块/, pressed: false }))
  expect(await panel().findByText('「页头」用在 秋冬首页')).toBeDefined()
  expect(panel().queryByRole('button', { name: /一起变/ })).toBeNull()
  await first.user.click(screen.getByRole('tab', { name: '公共模块' }))
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  cleanup()

  signInWith([...clerk, 'admin:pagediy:publish'])
  const saves = answer(pageBlock.update, { id: 5, version: 3 })
  const { user } = openDesigner(draft)
  await user.click(await screen.findByRole('tab', { name: '图层' }))
  await user.click(screen.getByRole('button', { name: /^公共模块/, pressed: false }))
  await user.click(await panel().findByRole('button', { name: '改这里，1 个页面一起变' }))
  const dialog = within(await screen.findByRole('dialog', { name: '改公共模块「页头」' }))
  const field = dialog.getByRole('textbox', { name: '标题' })
  await user.clear(field)
  await user.type(field, '新店开张')
  await user.click(dialog.getByRole('button', { name: '改这里，1 个页面一起变' }))
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(saves[0]?.body).toMatchObject({ id: 5, version: 2, component: { props: { title: '新店开张' } } })
  await user.click(panel().getByRole('button', { name: '只改这一页' }))
  expect(typesOf(openedPage())).toEqual(['titleBar'])
})

test('a component that nothing was added to says so where it stands, and only what asks for live data is shown by an example', async () => {
  const items = [{ text: '今天包邮', link: '' }]
  const made = makePage(['carousel', 'newsTicker', 'imageCube'])
  const [, ticker = '', cube = ''] = idsOf(made)
  const filled = operations.update(made, ticker, ['props', 'items'], items).page
  const { user } = openDesigner(operations.update(filled, cube, ['props', 'cells'], [{}]).page)
  expect(await screen.findByText('轮播图：请在右边添加图片')).toBeDefined()
  expect(screen.getByText('今天包邮')).toBeDefined()
  expect(screen.queryByText('示例')).toBeNull()
  // Places are for pictures that are placed one by one.
  await user.click(document.querySelector(`[data-component="${cube}"]`) as Element)
  await user.click(await screen.findByRole('button', { name: '图片 1', expanded: false }))
  expect(screen.queryByRole('slider', { name: '左' })).toBeNull()
})
