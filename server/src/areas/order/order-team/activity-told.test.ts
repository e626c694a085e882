import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { bargainCalls, begin, openBargain, settle as settleBargains, win } from '../../../testing/bargain.ts'
import { tellBySms } from '../../../testing/buyer-message.ts'
import {
  buyInTeam,
  combinationCalls,
  openCombination,
  openCombinationShop,
  pass,
  richBuyer,
  settle,
} from '../../../testing/combination.ts'
import { openFakeSms, smsKeys } from '../../../testing/outside/fake-sms.ts'
import { setSettings } from '../../../testing/pay.ts'
import { fillSmsDemo } from '../../message/sms/sms.demo.ts'

const DAY_MS = 24 * 3600_000

test('members of teams and owners of bargains are told by SMS how it ended, each once and where its switch is on', async () => {
  const opened = await openCombinationShop()
  const { shop } = opened
  const { ctx } = shop
  const own = { ...opened, keeper: await shop.signIn({ can: [...combinationCalls, ...bargainCalls] }) }
  const gateway = await openFakeSms()
  await setSettings(shop, {
    private_network_allowed: true,
    sms_provider: 'http',
    sms_base_url: gateway.baseUrl,
    sms_sign: '小店',
    sms_access_key: smsKeys.accessKey,
    sms_access_secret: smsKeys.accessSecret,
  })
  await tellBySms(shop, 'groupSuccess', 'bargainingSuccess', 'bargainFail')
  await inTransaction(ctx, fillSmsDemo)
  await shop.app.work()
  const buyers = await Promise.all(Array.from({ length: 5 }, () => richBuyer(shop)))
  const [leader, friend, alone, winner, late] = buyers
  if (!leader || !friend || !alone || !winner || !late) throw new Error('no buyers')
  for (const [at, { userId }] of buyers.entries())
    await ctx.db.execute(sql`update shop_user set phone = ${`1380000000${at}`} where id = ${userId}`)

  const team = await openCombination(own, { people: 2 })
  const { pinkId, orderNo } = await buyInTeam(shop, team, { buyer: leader })
  const { orderNo: friendNo } = await buyInTeam(shop, team, { buyer: friend, pinkId })
  // Whose members are not told that it failed: its switch is off.
  await buyInTeam(shop, team, { buyer: alone })
  const bargain = await openBargain(own)
  await win(own, bargain, winner)
  await begin(late, bargain)
  await pass(shop, 3 * DAY_MS)
  await settle(shop)
  await settleBargains(shop)
  const told = () =>
    gateway.sent
      .map(({ phone, content }) => `${phone.slice(-1)} ${content.replace(/\d{4}(-\d\d){2} [\d:]+/, '…')}`)
      .sort()
  await expect
    .poll(told)
    .toEqual([
      `0 您参加的毛巾拼团2人团已成团，订单${orderNo}即将发货。`,
      `1 您参加的毛巾拼团2人团已成团，订单${friendNo}即将发货。`,
      '3 毛巾砍价已砍到8.00元，请在…前下单。',
      '4 毛巾砍价没有砍到8.00元，砍价已结束。',
    ])

  await tellBySms(shop, 'groupFail')
  const again = await buyInTeam(shop, await openCombination(own, { people: 2, title: '下一场拼团' }), { buyer: alone })
  await pass(shop, 3 * DAY_MS)
  await settle(shop)
  await expect.poll(told).toContain(`2 您参加的下一场拼团2人团未成团，订单${again.orderNo}的款项会退回。`)
  expect(gateway.sent).toHaveLength(5)
})
