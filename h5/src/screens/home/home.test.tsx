import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { frontPages, frontSite, type ServedPage } from '@zhanggui/contract/decor/front-page.ts'
import { type Settings, settingFields } from '@zhanggui/page-kit/page.ts'
import { filled } from '@zhanggui/page-kit/values.ts'
import { expect, test } from 'vitest'
import { App } from '../../app/app.tsx'
import { here } from '../../go/go.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { coffee } from '../../testing/goods-card.ts'

type Part = readonly [type: string, props: object]

function openPage(settings: Partial<Settings>, phone = '400-800-1234', parts: readonly Part[] = []) {
  history.replaceState(null, '', '/h5/page/5')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone } }))
  answer(frontPages.info, () => Response.json(servedWith(settings, parts)))
  render(<App />)
  return answer
}

const servedWith = (settings: Partial<Settings>, parts: readonly Part[]) =>
  ({
    id: 5,
    settings: filled(settingFields, { pageTitle: '年货会场', ...settings }),
    componentsData: parts.map(([type, props], index) => ({
      id: `c${index}`,
      type,
      props,
      box: {},
      anchor: '',
      track: '',
    })),
  }) as unknown as ServedPage

test('a page wears the bar that its settings want, and the arrow leads where they say', async () => {
  openPage({ titleColor: '#ffffff', titleBgColor: '#123456', titleAlign: 'left', returnAddress: '/pages/user/index' })
  const title = await screen.findByRole('heading', { name: '年货会场' })
  const bar = title.closest('header')
  await waitFor(() => expect(bar?.dataset.align).toBe('left'))
  expect([bar?.style.color, bar?.style.background]).toEqual(['rgb(255, 255, 255)', 'rgb(18, 52, 86)'])
  fireEvent.click(screen.getByRole('button', { name: '返回' }))
  expect(here()).toBe('/user')
})

test('a page without a bar keeps its name for those who hear it, and a way back', async () => {
  openPage({ pageShow: false })
  await waitFor(() => expect(screen.queryByRole('banner')).toBeNull())
  expect(screen.getByRole('heading', { name: '年货会场' }).className).toBe('seen-less')
  expect(screen.getByRole('button', { name: '返回' })).toBeTruthy()
})

test('a tab at the head of a page lists its category in place of the page, and another opens a page of its own', async () => {
  const tabs = [
    { title: '首页', kind: 'page', pageIds: [], cateIds: [] },
    { title: '咖啡', kind: 'category', pageIds: [], cateIds: [3] },
    { title: '年货', kind: 'page', pageIds: [9], cateIds: [] },
  ]
  const answer = openPage({}, '', [
    ['categoryTabs', { tabs, colour: '#282828', activeTone: 'theme', bg: ['#fff'], sticky: false }],
  ])
  const asked = answer(frontPages.data, () => Response.json({ data: { tab: 1, list: [coffee], hasMore: true } }))
  fireEvent.click(await screen.findByRole('tab', { name: '咖啡' }))
  expect(await screen.findByText('云南咖啡豆')).toBeTruthy()
  expect(asked.map(({ body }) => body)).toEqual([{ pageId: 5, componentId: 'c0', tab: 1 }])
  expect(screen.getByRole('link', { name: '查看全部' }).getAttribute('href')).toBe('/h5/list?cid=3')
  fireEvent.click(screen.getByRole('tab', { name: '首页' }))
  expect(screen.queryByText('云南咖啡豆')).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: '年货' }))
  expect(here()).toBe('/page/9')
})

test.each([
  ['floats over a page', 1, {}, '400-800-1234', []],
  ['is not there where the page wants none', 0, { serviceShown: false }, '400-800-1234', []],
  ['is not there where the page has one of its own', 0, {}, '400-800-1234', [['customerService', {}]]],
  ['is not there in a shop without a service', 0, {}, '', []],
] as const)('the way to the service %s', async (_, count, settings, phone, parts) => {
  openPage(settings, phone, parts)
  await waitFor(() => expect(document.querySelector('main .page')).toBeTruthy())
  // A component of its own would lead there, too, but its code comes a moment later.
  expect(screen.queryAllByRole('link', { name: '联系客服' })).toHaveLength(count)
})
