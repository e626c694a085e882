import { expect, test } from 'vitest'
import { directory, matchAt, page, recordsOf } from '../../testing/menus.ts'
import { nextBreadcrumb } from './breadcrumb-trail.ts'

const home = { title: '首页', to: '/dashboard' }

test('the titles of the matched routes, with 首页 in front', () => {
  const crumbs = nextBreadcrumb([], matchAt('/product/list'))
  expect(crumbs).toEqual([home, { title: '商品' }, { title: '商品管理' }])
})

test('on the dashboard 首页 appears once, and is not clickable', () => {
  expect(nextBreadcrumb([], matchAt('/dashboard'))).toEqual([{ title: '首页' }])
})

test('the name dashboard is compared ignoring case and blanks', () => {
  const records = recordsOf([directory('/x', '工作台', [page('a', '子', 'A')], { name: ' DashBoard ' })])
  expect(nextBreadcrumb([], matchAt('/x/a', records))).toEqual([{ title: '工作台' }, { title: '子' }])
})

test('entries without a title or with breadcrumb=false are omitted', () => {
  const records = recordsOf([
    directory('/x', '甲', [directory('y', '乙', [page('a', '子', 'A')])], {
      meta: { title: '甲', noCache: true, breadcrumb: false },
    }),
    { path: '/z', component: 'Layout', hidden: false, alwaysShow: false, children: [page('index', '独页', 'Z')] },
  ])
  expect(nextBreadcrumb([], matchAt('/x/y/a', records))).toEqual([home, { title: '乙' }, { title: '子' }])
  expect(nextBreadcrumb([], matchAt('/z/index', records))).toEqual([home, { title: '独页' }])
})

test('during /redirect/ the breadcrumb stays as it is', () => {
  const shown = nextBreadcrumb([], matchAt('/product/list'))
  expect(nextBreadcrumb(shown, matchAt('/redirect/product/list'))).toBe(shown)
})

test.each(['noredirect', 'noRedirect', 'NOREDIRECT'])('an entry whose redirect is %s is not clickable', (redirect) => {
  const records = recordsOf([directory('/x', '甲', [page('a', '子', 'A')], { redirect })])
  expect(nextBreadcrumb([], matchAt('/x/a', records))).toEqual([home, { title: '甲' }, { title: '子' }])
})

test("a click goes to the redirect, or to the path filled with the page's parameters", () => {
  const detail = { ...page('order/:id/:tab?', '详情', 'Detail'), children: [page('log/:page', '日志', 'Log')] }
  const records = recordsOf([directory('/x', '甲', [detail], { redirect: '/x/list' })])
  expect(nextBreadcrumb([], matchAt('/x/order/3/log/2', records))).toEqual([
    home,
    { title: '甲', to: '/x/list' },
    { title: '详情', to: '/x/order/3' },
    { title: '日志' },
  ])
})
