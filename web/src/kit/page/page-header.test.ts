import { expect, test } from 'vitest'

const pages = import.meta.glob<string>('../../areas/*/pages/*.page.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Their form, list, facts or top bar have the heading; the popup is no page of the console. */
const elsewhere = [
  ...['product-edit', 'user-detail', 'order-detail', 'coupon-edit', 'coupon-record-list', 'activity-style-edit'],
  ...['article-edit', 'wechat-config', 'routine-config', 'wechat-template-list', 'routine-template-list'],
  'page-designer',
  'material-popup',
]

test('every page has a heading of the first level', () => {
  expect(Object.keys(pages).length).toBeGreaterThan(30)
  const without = Object.entries(pages)
    .filter(
      ([path, source]) =>
        !/<(ListPage|ActivityList|ActivityPage|DetailPage|PageHeader|h1)\b/.test(source) &&
        !elsewhere.some((name) => path.includes(`/${name}.`)),
    )
    .map(([path]) => path)
  expect(without).toEqual([])
})
