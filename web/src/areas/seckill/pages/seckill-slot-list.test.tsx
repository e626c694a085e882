import { screen, waitFor, within } from '@testing-library/react'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { gapsOf, isTaken } from '../model/slots.ts'
import { makeSlot } from '../seckill.fixture.ts'
import SeckillSlotListPage from './seckill-slot-list.page.tsx'

function drawAs(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  const slots = [makeSlot(8, { name: '早市场' }), makeSlot(10, { name: '上午场', status: false, phase: 'closed' })]
  answer(seckillSlot.list, { list: slots, total: 2, page: 1, limit: 20 })
  return renderPage(<SeckillSlotListPage />, '/marketing/seckill/config')
}

test('gaps of the day are what no slot has, also at its ends', () => {
  const slots = [makeSlot(10), makeSlot(8), makeSlot(20)]
  expect(gapsOf(slots)).toEqual([
    { startHour: 0, endHour: 8 },
    { startHour: 12, endHour: 20 },
    { startHour: 22, endHour: 24 },
  ])
  expect(gapsOf([])).toEqual([{ startHour: 0, endHour: 24 }])
  expect([isTaken(slots, 9), isTaken(slots, 12)]).toEqual([true, false])
})

test('a gap of the strip begins a slot with its hours, and hours of other slots cannot be chosen', async () => {
  const { user } = drawAs(['*:*:*'])
  await user.click(await screen.findByRole('button', { name: '在 12:00 - 24:00 加一场' }))
  const dialog = (await screen.findByText('新增秒杀时段')).closest('[role=dialog]') as HTMLElement
  expect(within(dialog).getByText('12:00')).toBeDefined()
  await user.click(within(dialog).getByRole('combobox', { name: '开始时间' }))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option[title="09:00"], .ant-select-item-option-disabled')
    if (!found) throw new Error('no option yet')
    return found
  })
  expect(option.className).toContain('disabled')
})

test('closing a slot says how many goods it hides, deleting that it is for ever, and its goods are a link', async () => {
  const turned = answer(seckillSlot.useStatus, { id: 8, version: 1 })
  const removed = answer(seckillSlot.remove, {})
  const { user } = drawAs(['*:*:*'])
  await user.click(await screen.findByRole('switch', { name: '场次「早市场」：开启' }))
  expect(await screen.findByText(/关闭场次「早市场」？它的 3 款商品买家马上看不到/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)).toMatchObject({ params: { id: '8' }, body: { status: false } }))
  expect(screen.getByRole('link', { name: '查看「早市场」的 3 个秒杀商品' }).getAttribute('href')).toBe(
    '/marketing/seckill/list?timeId=8',
  )
  await user.click(screen.getAllByRole('button', { name: /^删\s*除$/ })[0] as HTMLElement)
  const question = await screen.findByText(/删除秒杀时段「早市场」？永久删除该配置/)
  const dialog = within(question.closest('[role=dialog]') as HTMLElement)
  await user.click(dialog.getByRole('button', { name: /^删\s*除$/ }))
  await waitFor(() => expect(removed.at(-1)?.query).toEqual({ id: '8' }))
})
