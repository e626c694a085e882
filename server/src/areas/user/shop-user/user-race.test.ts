import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { balancesOf, expectReconciled, makeCustomer } from '../../../testing/user.ts'
import { userLevels } from '../level/user-level.tables.ts'

/** Lets PostgreSQL end the next change of a customer as it ends one of two that lock each other's rows. */
async function hinderOnce({ databaseOwnerUrl }: Shop) {
  const owner = new pg.Client({ connectionString: databaseOwnerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`
    create sequence hindered;
    create function hinder() returns trigger language plpgsql security definer as $$ begin
      if nextval('hindered') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger hinder before update on shop_user for each row execute function hinder()`)
  await owner.query(`select setval('hindered', 1)`)
  return {
    next: () => owner.query(`select setval('hindered', 1, false)`),
    /** Whether it was ended and came again. */
    tries: async () => Number((await owner.query<{ n: string }>('select last_value as n from hindered')).rows[0]?.n),
  }
}

const makeLevel = async ({ ctx }: Shop) => {
  const level = { name: '银卡', grade: 1, experience: 100, discount: 95 }
  const [saved] = await ctx.db.insert(userLevels).values(level).returning({ id: userLevels.id })
  return saved?.id ?? 0
}

const calls = [
  shopUser.funds,
  ...[shopUser.status, shopUser.tag, shopUser.group],
  ...[shopUser.level, shopUser.phone, shopUser.update, promoter.appoint],
]

test('whatever staff change of customers is done all the same, once, when PostgreSQL ends it for a deadlock', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [uid, other, levelId] = [await makeCustomer(ctx), await makeCustomer(ctx), await makeLevel(shop)]
  const staff = await shop.signIn({ can: calls })
  const ids = [other, uid]
  const hindered = await hinderOnce(shop)
  for (const act of [
    () => staff.call(shopUser.funds, { body: { uid, moneyValue: 5, integralValue: 3, mark: '补偿顾客' } }),
    () => staff.call(shopUser.status, { body: { ids, status: true } }),
    () => staff.call(shopUser.tag, { body: { ids, tagIds: [] } }),
    () => staff.call(shopUser.group, { body: { ids, groupId: 0 } }),
    () => staff.call(promoter.appoint, { body: { ids, isPromoter: true } }),
    () => staff.call(shopUser.level, { body: { uid, levelId } }),
    () => staff.call(shopUser.phone, { body: { id: uid, phone: '13800000001' } }),
    () => staff.call(shopUser.update, { body: { id: uid, mark: '老客户' } }),
  ]) {
    await hindered.next()
    const { status, body } = await act()
    expect({ status, body, again: (await hindered.tries()) > 1 }).toMatchObject({ status: 200, again: true })
  }
  expect(await balancesOf(ctx, uid)).toMatchObject({ money: 500, integral: 3, level: levelId })
  await expectReconciled(ctx)
})

test('changes of the same customers that come at once, in whatever order they name them, are each done whole or told to come again', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [one, two] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  const staff = await shop.signIn({ can: calls })
  const give = (uid: number) => staff.call(shopUser.funds, { body: { uid, moneyValue: 1, mark: '补偿顾客' } })
  const answers = await Promise.all([
    staff.call(shopUser.tag, { body: { ids: [one, two], tagIds: [] } }),
    staff.call(shopUser.group, { body: { ids: [two, one], groupId: 0 } }),
    ...[give(one), give(two), give(one), give(two)],
  ])
  // 503 where a machine is so slow that one waited too long for the others.
  for (const { status } of answers) expect([200, 503]).toContain(status)
  const given = answers.slice(2).filter(({ status }) => status === 200).length
  const [first, second] = [await balancesOf(ctx, one), await balancesOf(ctx, two)]
  expect((first?.money ?? 0) + (second?.money ?? 0)).toBe(given * 100)
  await expectReconciled(ctx)
})
