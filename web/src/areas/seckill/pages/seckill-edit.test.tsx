import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { fieldsNotAsked, makeActivitySku, makeWatched } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { clientSettings } from '../../../testing/media.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeInfo, makeProduct, makeSku } from '../../product/product.fixture.ts'
import { makeSeckillInfo, makeSlot } from '../seckill.fixture.ts'
import SeckillEditPage from './seckill-edit.page.tsx'

const draw = (address: string) =>
  renderPage(
    <Routes>
      <Route path="/marketing/seckill/edit/:id?" element={<SeckillEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )

const closed = { status: false, phase: 'closed', phaseName: '已关闭' } as const
const conflict = {
  level: 'hard' as const,
  code: 'OVERLAP' as const,
  type: 1,
  id: 9,
  title: '周六专场',
  startTime: '2099-11-21',
  stopTime: '2099-11-21',
  message: '该商品规格在相同时段已有秒杀活动：周六专场',
}
const low = {
  ...conflict,
  level: 'soft' as const,
  code: 'BELOW_COST' as const,
  type: 0,
  id: 0,
  title: '',
  message: '规格「250g」最低到手价 25.00 元，低于成本 28.00 元',
}

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(seckillSlot.list, { list: [makeSlot(8, { name: '早市场' })], total: 1, page: 1, limit: 100 })
  answer(freightTemplate.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(activity.lowest, [])
  answer(activity.conflicts, [])
})

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('a product fills everything in; what is still missing is said in the words of the form, and nothing is sent', async () => {
  answer(product.pick, {
    list: [{ ...makeProduct(8), cateNames: [], attrValue: [] }] as never,
    total: 1,
    page: 1,
    limit: 10,
  })
  answer(
    product.info,
    makeInfo(8, {
      storeName: '咖啡豆',
      attrValue: [
        makeSku(81, { suk: '250g', price: 59.9, stock: 12 }),
        makeSku(82, { suk: '500g', price: 109, stock: 0 }),
        makeSku(83, { suk: '停用', isShow: false }),
      ],
    }),
  )
  const saved = answer(seckill.save, { id: 1, version: 0 })
  const { user } = draw('/marketing/seckill/edit?timeId=8')
  await user.click(await screen.findByRole('button', { name: '选择商品' }))
  const dialog = within(await screen.findByRole('dialog', { name: /商品列表/ }))
  await user.click((await dialog.findAllByRole('radio'))[0] as HTMLElement)
  const done = dialog.queryByRole('button', { name: /确\s*[认定]/ })
  if (done) await user.click(done)
  expect(await screen.findByDisplayValue('咖啡豆')).toBeDefined()
  expect(cell('250g 限量').value).toBe('12')
  expect(screen.queryByRole('textbox', { name: '停用 限量' })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '参与 250g' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '参与 500g' }).checked).toBe(false)
  expect(screen.getByText('早市场 08:00 - 10:00')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect((await screen.findAllByText('请选择活动日期')).length).toBeGreaterThan(0)
  expect(saved).toHaveLength(0)
})

test('a closed one is edited: cells read what is typed and pasted, batch fills what takes part, and all is sent with the version', async () => {
  answer(
    seckill.info,
    makeSeckillInfo(1, {
      ...closed,
      title: '咖啡豆',
      startTime: '2099-11-16',
      stopTime: '2099-11-22',
      attrValue: [
        makeActivitySku(81, { suk: '250g' }),
        makeActivitySku(82, { suk: '500g', id: null, salePrice: 109, sold: 0, reserved: 0, stock: 126 }),
        makeActivitySku(83, { suk: '1kg', id: null, salePrice: 199, sold: 0, reserved: 0, stock: 9 }),
      ],
    }),
  )
  const asked = answer(activity.conflicts, [])
  const sent = answer(seckill.update, { id: 1, version: 4 })
  const { user, router } = draw('/marketing/seckill/edit/1')
  await screen.findByDisplayValue('咖啡豆')
  // What has orders stays.
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '参与 250g' }).disabled).toBe(true)
  fireEvent.paste(cell('500g 秒杀价'), { clipboardData: { getData: () => '￥72.00\t80\n150\tx' } })
  expect(await screen.findByText(/已粘贴 3 个单元格，1 个无法识别/)).toBeDefined()
  expect(cell('500g 秒杀价').value).toBe('72.00')
  expect(screen.getByText('6.6 折')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '参与 1kg' }).checked).toBe(true)
  expect(cell('1kg 限量').getAttribute('aria-invalid')).toBe('true')
  await user.click(cell('1kg 秒杀价'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(cell('500g 秒杀价'))
  await user.click(screen.getByRole('checkbox', { name: '参与 1kg' }))
  await user.type(screen.getByRole('textbox', { name: '批量设置折扣' }), '50{Enter}')
  expect([cell('250g 秒杀价').value, cell('500g 秒杀价').value]).toEqual(['29.95', '54.50'])
  expect(cell('1kg 秒杀价').value).toBe('150.00')
  expect(screen.getByText(/限量合计/).textContent).toBe('限量合计 180')
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({
      type: 1,
      id: 1,
      timeId: 8,
      startTime: '2099-11-16',
      attrValue: [
        { skuId: 81, price: 29.95, quota: 100 },
        { skuId: 82, price: 54.5, quota: 80 },
      ],
    }),
  )
  expect(await screen.findByText(/没有冲突/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect(await screen.findByText('编辑成功')).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/seckill/list'))
  expect(sent.map(({ body }) => body)).toMatchObject([
    {
      id: 1,
      version: 3,
      productId: 8,
      title: '咖啡豆',
      startTime: '2099-11-16',
      stopTime: '2099-11-22',
      timeId: 8,
      num: 1,
      onceNum: 2,
      totalNum: 0,
      status: false,
      allowCoupon: null,
      attrValue: [
        { skuId: 81, price: 29.95, quota: 100 },
        { skuId: 82, price: 54.5, quota: 80 },
      ],
    },
  ])
})

test('what a cell may not hold is told when it is left, with its amounts in two decimals, and empty cells are not blamed', async () => {
  answer(
    seckill.info,
    makeSeckillInfo(1, {
      ...closed,
      attrValue: [
        makeActivitySku(81, { suk: '250g', price: 39.9, salePrice: 59.9, sold: 0, reserved: 0, stock: 12 }),
        makeActivitySku(82, { suk: '500g', id: null, salePrice: 109, sold: 0, reserved: 0, stock: 126 }),
      ],
    }),
  )
  draw('/marketing/seckill/edit/1')
  await screen.findByRole('textbox', { name: '250g 秒杀价' })
  const leave = (name: string, value: string) => {
    fireEvent.change(cell(name), { target: { value } })
    fireEvent.blur(cell(name))
  }
  expect(cell('250g 秒杀价').value).toBe('39.90')
  leave('250g 秒杀价', '60')
  expect(screen.getByRole('alert').textContent).toBe('「250g」活动价不能高于商品售价 59.90 元')
  expect(cell('250g 秒杀价').getAttribute('aria-invalid')).toBe('true')
  leave('250g 秒杀价', '50')
  expect(screen.queryByRole('alert')).toBeNull()
  leave('250g 限量', '0')
  expect(screen.getByRole('alert').textContent).toBe('请正确输入限量：「250g」')
  leave('250g 限量', '10')
  fireEvent.click(screen.getByRole('checkbox', { name: '参与 500g' }))
  leave('500g 限量', '5')
  expect(screen.queryByRole('alert')).toBeNull()
  leave('500g 秒杀价', '99999999999999')
  expect(screen.getByRole('alert').textContent).toBe('秒杀价不能大于999999.99')
})

test('conflicts stand beside the form with a way to the other sale, coupons can be forbidden there, and a refused cell is marked', async () => {
  answer(
    seckill.info,
    makeSeckillInfo(1, {
      ...closed,
      title: '咖啡豆',
      startTime: '2099-11-16',
      attrValue: [makeActivitySku(81, { suk: '250g' })],
    }),
  )
  const asked = answer(activity.conflicts, [conflict, low])
  answer(activity.lowest, [{ skuId: 81, lowest: 31.92 }])
  const { user } = draw('/marketing/seckill/edit/1')
  const panel = within(await screen.findByRole('status', { name: '冲突与最低价' }))
  expect(await panel.findByText(conflict.message)).toBeDefined()
  expect(await screen.findByRole('cell', { name: '31.92' })).toBeDefined()
  expect(screen.getByText('1 处要解决')).toBeDefined()
  expect(screen.getByText('开启前还有 1 处要解决')).toBeDefined()
  expect(panel.getByRole('link', { name: '看活动「周六专场」' }).getAttribute('href')).toBe(
    '/marketing/seckill/list?keywords=9',
  )
  await user.click(panel.getByRole('button', { name: '不许用券' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ allowCoupon: false }))
  await user.clear(cell('250g 秒杀价'))
  await user.type(cell('250g 秒杀价'), '60')
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect((await screen.findAllByText('「250g」活动价不能高于商品售价 59.90 元')).length).toBeGreaterThan(0)
  await user.clear(cell('250g 秒杀价'))
  await user.type(cell('250g 秒杀价'), '50')
  answer(
    seckill.update,
    refuse(400, 'VALIDATION', '规格「250g」限量不能超过商品库存 20', {
      errors: [{ field: 'attrValue[0].quota', message: '规格「250g」限量不能超过商品库存 20' }],
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(cell('250g 限量').getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.activeElement).toBe(cell('250g 限量')))
})

test('an open one is looked at, and closed to be edited', async () => {
  answer(seckill.info, makeSeckillInfo(1, { title: '咖啡豆', reserved: 2 }))
  answer(activity.watch, makeWatched({ reserved: 2, sales: 38, orders: [] }))
  const turned = answer(seckill.useStatus, { id: 1, version: 4 })
  const { user } = draw('/marketing/seckill/edit/1')
  expect(await screen.findByText('开启着的秒杀不能修改')).toBeDefined()
  expect(await screen.findByText('¥1,276.80')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '关闭后编辑' }))
  answer(seckill.info, makeSeckillInfo(1, { ...closed, title: '咖啡豆' }))
  await user.click(await screen.findByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)?.body).toEqual({ id: 1, status: false }))
  expect(await screen.findByDisplayValue('咖啡豆')).toBeDefined()
})

test('the form asks for every field that is sent', async () => {
  answer(setting.client, clientSettings)
  answer(seckill.info, makeSeckillInfo(6, { ...closed, title: '样品', startTime: '2099-11-16' }))
  const { user } = draw('/marketing/seckill/edit/6')
  await screen.findByDisplayValue('样品')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await screen.findByText(/商品详情（选填）/)
  expect(fieldsNotAsked(SeckillDraft)).toEqual([])
})
