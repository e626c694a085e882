import { expect, test } from 'vitest'
import { isReservedHeader, nextAttemptAt, webhookEventLabel } from './webhook.ts'

test('a failed delivery is retried after 1 min, 5 min, 30 min, 2 h, 6 h and 24 h, then given up', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextAttemptAt(attempts, now))
  expect(waits.map((at) => at && (at.getTime() - now.getTime()) / 60_000)).toEqual([
    1,
    5,
    30,
    120,
    360,
    1440,
    undefined,
  ])
})

test.each(['Host', 'content-length', 'X-Webhook-Signature', 'x-webhook-other', 'Connection', 'Content-Type'])(
  'a webhook may not set the header %s',
  (name) => {
    expect(isReservedHeader(name)).toBe(true)
  },
)

test.each(['Authorization', 'X-Api-Key', 'X-Shop'])('a webhook may set the header %s', (name) => {
  expect(isReservedHeader(name)).toBe(false)
})

test('events have names in the words of staff; an event of an earlier version keeps its wire name', () => {
  expect(['order.paid', 'webhook.test', 'gone.event'].map(webhookEventLabel)).toEqual([
    '订单支付',
    '测试',
    'gone.event',
  ])
})
