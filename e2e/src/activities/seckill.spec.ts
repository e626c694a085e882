import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { type MiniProgram, openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'
import { expectWithin, findGoods, orderIn, type Sku, slotOfNow } from './activities.ts'

test('staff make a slot and a flash sale, mend its conflict and open it; buyers find it within its limits until it is sold out, and staff see all of it', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `限时抢${stamp}`
  const { product, skus } = await findGoods(admin)
  const [one, two, three] = skus

  // A slot in the early hours, from the gap of the day.
  const page = await open('/marketing/seckill/config', { as: 'admin' })
  await page.getByRole('button', { name: /^在 07:00 - 08:00 加一场$/ }).click()
  const slotForm = page.getByRole('dialog', { name: '添加场次' })
  await slotForm.getByRole('textbox', { name: '秒杀名称' }).fill(`早班${stamp}`)
  await slotForm.getByRole('button', { name: '轮播图' }).click()
  const library = page.getByRole('dialog', { name: '图片素材库' })
  await library
    .getByRole('button', { name: /^选择 / })
    .first()
    .click()
  await library.getByRole('button', { name: /^确\s?定$/ }).click()
  await slotForm.getByRole('button', { name: /^确\s?认$/ }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^早班${stamp} 07:00 - 08:00，0 款`) })).toBeVisible()
  await page.getByRole('radiogroup', { name: '怎么看' }).getByText('列表').click()
  await expect(page.getByRole('row').filter({ hasText: `早班${stamp}` })).toContainText('07:00 - ')

  const slot = await slotOfNow(admin)
  const today = toWireDay(new Date())
  const tomorrow = toWireDay(new Date(Date.now() + 86_400_000))
  const other = await admin.call<{ id: number }>('POST', '/admin/store/seckill/save', {
    productId: product.id,
    title: `占着${stamp}`,
    image: 'https://m.example/a.jpg',
    images: ['https://m.example/a.jpg'],
    unitName: '件',
    tempId: product.tempId,
    startTime: today,
    stopTime: tomorrow,
    timeId: slot.id,
    num: 1,
    status: true,
    confirmBelowCost: true,
    attrValue: [{ skuId: three.id, price: three.price, quota: 1 }],
  })
  expect(other.status).toBe(200)

  // The form: the product fills it, a batch row prices it, the conflict goes with the SKU that makes it.
  await page.goto(`/marketing/seckill/edit?timeId=${slot.id}`)
  await page.getByRole('button', { name: '选择商品', exact: true }).click()
  const picker = page.getByRole('dialog', { name: '商品列表' })
  await picker.getByRole('textbox', { name: /商品/ }).first().fill(product.storeName)
  await page.keyboard.press('Enter')
  await picker.getByRole('row').filter({ hasText: product.storeName }).getByRole('radio').click()
  await page.getByRole('textbox', { name: '活动标题' }).fill(title)
  await page.getByRole('button', { name: '3 天', exact: true }).click()
  await page.getByRole('checkbox', { name: '选择全部规格' }).uncheck()
  for (const { suk } of [one, two, three])
    await page.getByRole('checkbox', { name: `参与 ${suk}`, exact: true }).check()
  await page.getByRole('textbox', { name: '批量设置折扣' }).fill('90')
  await page.getByRole('textbox', { name: '批量设置限量' }).fill('1')
  await page.getByRole('button', { name: /^填\s?入$/ }).click()
  const conflicts = page.getByRole('status', { name: '冲突与最低价' })
  await expect(conflicts).toContainText(`相同时段已有秒杀活动：占着${stamp}`)
  await page.getByRole('checkbox', { name: `参与 ${three.suk}`, exact: true }).uncheck()
  await expect(conflicts).not.toContainText('占着')
  await page.getByRole('combobox', { name: '能用优惠券' }).click()
  await page.getByTitle('不能用').first().click()
  await page.getByRole('button', { name: /^提\s?交$/ }).click()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('已关闭')
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).toBeChecked()

  // Buyers: one each, then nothing is left.
  const { body: found } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    `/admin/store/seckill/list?keywords=${title}`,
  )
  const seckillId = found.list[0]?.id ?? 0
  const buyers = await Promise.all(
    ['a', 'b', 'c'].map((name) => openMiniProgram(shop.url, `journey-seckill-${name}-${stamp}`, ip)),
  )
  const [first, second, third] = buyers as [MiniProgram, MiniProgram, MiniProgram]
  await expect
    .poll(async () => (await first.call(frontSeckill.detail, { params: { id: seckillId } })).activity.phase)
    .toBe('running')
  const { attrValue } = await first.call(frontSeckill.detail, { params: { id: seckillId } })
  const idOf = ({ id }: Sku) => attrValue.find(({ skuId }) => skuId === id)?.id ?? 0
  const buy = (buyer: MiniProgram, sku: Sku) =>
    orderIn(buyer, { attrValueId: idOf(sku), productNum: 1, seckillId }, `139${stamp}`)
  const paid = await buy(first, one)
  await payOnPage(first, paid)
  await expect(buy(first, two)).rejects.toThrow('您已经达到当前秒杀活动上限')
  await payOnPage(second, await buy(second, two))
  await expect(buy(third, two)).rejects.toThrow('已抢光')

  // Staff: sold, left, money, and the orders.
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(row).toContainText('已抢光')
  await row.getByRole('button', { name: /^数\s?据$/ }).click()
  const panel = page.getByRole('dialog', { name: `「${title}」的数据` })
  await expect(panel.getByRole('link', { name: `订单 ${paid}` })).toBeVisible()
  await expect(panel).toContainText('2 单，2 人')
  await expectWithin(page, 1440)

  const phone = await open(`/marketing/seckill/list?keywords=${title}`, { as: 'admin', width: 390, height: 844 })
  const card = phone.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('已抢光')
  await expect(card.getByRole('img', { name: `「${title}」已售 2，付款中 0，限量 2` })).toBeVisible()
  await expectWithin(phone, 390)
})
