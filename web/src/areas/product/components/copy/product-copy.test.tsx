import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type CopyDraft, productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { filled } from '@zhanggui/domain/fields.ts'
import { copiedFields } from '@zhanggui/domain/product/product-fields.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../../api/session.ts'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../../testing/render.tsx'
import type { UnfinishedForm } from '../../model/product-form.ts'
import { ProductCopy } from './product-copy.tsx'

function makeDraft(given: Partial<CopyDraft> = {}): CopyDraft {
  return {
    image: 'https://a.example/1.jpg',
    sliderImage: ['https://a.example/1.jpg'],
    videoLink: '',
    ...filled(copiedFields),
    storeName: '纯棉T恤',
    sourceLink: 'https://a.example',
    specType: true,
    isSub: false,
    attr: [{ attrName: '颜色', attrValues: ['红', '蓝'] }],
    attrValue: ['红', '蓝'].map((colour, index) => ({ attrValue: { 颜色: colour }, price: 59 + index, stock: 3 })),
    content: '<p>轻薄</p>',
    tempId: 1,
    isHot: false,
    isBenefit: false,
    isBest: false,
    isNew: false,
    isGood: false,
    warnings: ['价格的货币为 USD，请核对售价'],
    ...given,
  }
}

const config = { copyType: 1 as const, copyNum: null, provider: 'local', platforms: [] }
const open = (filled = false) => {
  const copied = vi.fn<(form: UnfinishedForm) => void>()
  renderPage(<ProductCopy filled={filled} onCopied={copied} />, '/product/create?copy=1')
  return copied
}

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(productCopy.config, config)
})

test('a link fills the form, and the fields to review are listed', async () => {
  const requests = answer(productCopy.copy, makeDraft())
  const copied = open()
  await userEvent.type(await screen.findByLabelText('链接地址'), ' https://a.example/item ')
  await userEvent.click(screen.getByRole('checkbox', { name: '图片转存本地' }))
  await userEvent.click(screen.getByRole('button', { name: /采\s*集$/ }))
  await waitFor(() => expect(copied).toHaveBeenCalled())
  expect(requests[0]?.body).toEqual({ url: 'https://a.example/item', pictures: false })
  expect(copied.mock.calls[0]?.[0]).toMatchObject({
    values: { storeName: '纯棉T恤', content: '<p>轻薄</p>', tempId: 1, sourceLink: 'https://a.example' },
    skus: { specType: true, matrix: { rows: [{ attrValue: { 颜色: '红' }, price: 59, stock: 3 }, { price: 60 }] } },
  })
  expect(await screen.findByText('价格的货币为 USD，请核对售价')).toBeDefined()
})

test('without a link nothing is requested', async () => {
  const requests = answer(productCopy.copy, makeDraft())
  open()
  await userEvent.click(await screen.findByRole('button', { name: /采\s*集$/ }))
  expect(await screen.findByText('请输入链接地址！')).toBeDefined()
  expect(requests).toEqual([])
})

test('a service with a key has its own call and shows how many requests are left', async () => {
  answer(productCopy.config, {
    ...config,
    copyType: 2,
    copyNum: 12,
    provider: 'keyapi',
    platforms: [{ code: 2, name: '京东' }],
  })
  const requests = answer(productCopy.import, makeDraft({ warnings: [] }))
  const copied = open()
  expect(await screen.findByText(/剩余 12 次。支持京东的商品链接/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('链接地址'), 'https://item.jd.com/1.html{Enter}')
  await waitFor(() => expect(copied).toHaveBeenCalled())
  expect(requests).toHaveLength(1)
})

test('missing configuration is reported; files and JSON still work, and one of several products is chosen', async () => {
  answer(productCopy.config, refuse(422, 'NOT_CONFIGURED', '请先进行采集商品配置'))
  answer(productCopy.parse, {
    drafts: [makeDraft(), makeDraft({ storeName: '杯子', specType: false, attr: [], attrValue: [{ price: 5 }] })],
  })
  const copied = open()
  expect(await screen.findByText('请先进行采集商品配置')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: '粘贴JSON' }))
  fireEvent.change(await screen.findByLabelText('商品 JSON'), { target: { value: '[{}]' } })
  await userEvent.click(screen.getByRole('button', { name: /解\s*析/ }))
  expect(await screen.findByText('找到 2 个商品，填写：')).toBeDefined()
  await userEvent.click(screen.getByLabelText('找到 2 个商品，填写：'))
  await userEvent.click(await screen.findByText('杯子'))
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(2))
  expect(copied.mock.calls[1]?.[0].skus.single).toMatchObject({ price: 5, attrValue: { 规格: '默认' } })
})

test('filling a form that already has content asks for confirmation first', async () => {
  const requests = answer(productCopy.copy, makeDraft())
  open(true)
  await userEvent.type(await screen.findByLabelText('链接地址'), 'https://a.example{Enter}')
  expect(await screen.findByText('覆盖已填写的商品信息？采集到的内容会代替它。')).toBeDefined()
  expect(requests).toEqual([])
})

test('is hidden from staff without the permission to copy', () => {
  useSession.setState({ permissions: ['admin:product:save'] })
  open()
  expect(screen.queryByText('商品采集')).toBeNull()
})
