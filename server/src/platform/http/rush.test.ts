import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeRush, type Rush, type RushStep } from './rush.ts'

const never = () => new AbortController().signal
/** Lets those go on who were let in. */
const settled = () => sleep(5)

/** Fills all places; returns their ways out. */
const fill = (rush: Rush) =>
  Promise.all(Array.from({ length: 4 }, (_, at) => rush.enter({ key: `full ${at}` }, 'pre', never())))

test('four calls are in at once; each place that is given back goes to the last step first, within a step to who came first', async () => {
  const rush = makeRush()
  const [leave = () => {}] = await fill(rush)
  const order: string[] = []
  const outs: (() => void)[] = [leave]
  const wait = (name: string, step: RushStep) =>
    void rush.enter({ key: '1' }, step, never()).then((out) => {
      order.push(name)
      outs.push(out)
    })
  wait('first pre', 'pre')
  wait('price', 'price')
  wait('create', 'create')
  wait('second pre', 'pre')
  wait('load', 'load')
  expect(rush.state()).toEqual({ inside: 4, waiting: 5, marked: 0 })
  for (let at = 0; at < 5; at++) {
    outs[at]?.()
    // Giving it back once more gives nobody a place.
    outs[at]?.()
    await settled()
  }
  expect(order).toEqual(['create', 'price', 'load', 'first pre', 'second pre'])
  expect(rush.state()).toEqual({ inside: 4, waiting: 0, marked: 0 })
})

test('whoever goes away while waiting leaves the queue, and a place is never lost with him', async () => {
  const rush = makeRush()
  const [leave = () => {}] = await fill(rush)
  const gone = new AbortController()
  const left = rush.enter({ key: '1', no: 'f1' }, 'create', gone.signal)
  const next = rush.enter({ key: '1' }, 'pre', never())
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_GONE' })
  expect(rush.state().waiting).toBe(1)
  leave()
  ;(await next)()
  expect(rush.state()).toMatchObject({ inside: 3, waiting: 0 })
  // The number of one who is gone may come again.
  ;(await rush.enter({ key: '1', no: 'f1' }, 'create', never()))()
  await expect(rush.enter({ key: '1' }, 'pre', AbortSignal.abort())).resolves.toBeTypeOf('function')
})

test('a checkout is in once a step: its second call does not wait', async () => {
  const rush = makeRush()
  const leave = await rush.enter({ key: '1', no: 'f1' }, 'create', never())
  await expect(rush.enter({ key: '1', no: 'f1' }, 'create', never())).rejects.toMatchObject({
    status: 409,
    code: 'IN_PROGRESS',
  })
  ;(await rush.enter({ key: '1', no: 'f1' }, 'price', never()))()
  leave()
  ;(await rush.enter({ key: '1', no: 'f1' }, 'create', never()))()
  expect(rush.state().inside).toBe(0)
})

test('what is marked as sold out refuses all who wait for it and all who come, in slices, until more can be had', async () => {
  const rush = makeRush()
  const outs = await fill(rush)
  const seen = rush.seen('7')
  const waiting = Array.from({ length: 45 }, () => rush.enter({ key: '7' }, 'create', never()))
  const other = rush.enter({ key: '8' }, 'pre', never())
  const begun = performance.now()
  rush.markSoldOut(seen)
  expect(rush.state()).toEqual({ inside: 4, waiting: 1, marked: 1 })
  const refused = await Promise.allSettled(waiting)
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
  expect(refused[0]).toMatchObject({ reason: { status: 409, code: 'SOLD_OUT', message: '已抢光' } })
  // Twenty leave at a time.
  expect(performance.now() - begun).toBeGreaterThan(20)
  await expect(rush.enter({ key: '7' }, 'pre', never())).rejects.toMatchObject({ code: 'SOLD_OUT' })
  outs[0]?.()
  ;(await other)()
  rush.clear('7')
  // What was seen before more could be had marks nothing any more.
  rush.markSoldOut(seen)
  expect(rush.state().marked).toBe(0)
  ;(await rush.enter({ key: '7' }, 'pre', never()))()
  rush.markSoldOut(rush.seen('coupon:1'), '此优惠券已经被领完了！')
  await expect(rush.enter({ key: 'coupon:1' }, 'receive', never())).rejects.toMatchObject({
    message: '此优惠券已经被领完了！',
  })
})

test('what is marked is asked again each second while it is, and forgotten when it can be had', async () => {
  const rush = makeRush()
  const asked: (readonly string[])[] = []
  const stop = rush.watch(
    async (keys) => {
      asked.push(keys)
      return asked.length > 1 ? ['7'] : []
    },
    { warn: () => {} },
  )
  rush.markSoldOut(rush.seen('7'))
  await expect.poll(() => rush.state().marked, { timeout: 5000 }).toBe(0)
  const count = asked.length
  expect(asked[0]).toEqual(['7'])
  await sleep(1200)
  expect(asked).toHaveLength(count)
  stop()
})

test('nobody waits for longer than ten seconds, and no more than 20,000 wait', async () => {
  let now = 0
  const rush = makeRush(() => now)
  const outs = await fill(rush)
  const first = rush.enter({ key: '1', no: 'f1' }, 'create', never())
  now = 9_999
  const second = rush.enter({ key: '1' }, 'create', never())
  second.catch(() => {})
  now = 10_001
  await expect(first).rejects.toMatchObject({ status: 503, code: 'OVERLOADED', message: '活动太火爆了，请稍后再试' })
  expect(rush.state()).toEqual({ inside: 4, waiting: 1, marked: 0 })
  for (let at = 1; at < 20_000; at++) rush.enter({ key: '1' }, 'pre', never()).catch(() => {})
  await expect(rush.enter({ key: '1' }, 'create', never())).rejects.toMatchObject({ code: 'OVERLOADED' })
  now = 30_000
  await expect(second).rejects.toMatchObject({ code: 'OVERLOADED' })
  await expect.poll(() => rush.state().waiting, { timeout: 5000 }).toBe(0)
  // Nobody holds a place for whoever waited in vain, and the same checkout may come again.
  for (const leave of outs) leave()
  expect(rush.state().inside).toBe(0)
  ;(await rush.enter({ key: '1', no: 'f1' }, 'create', never()))()
})
