import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_SHIP_ROWS, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { type Measure, measure } from './measure.ts'
import { residentMegabytes, startProcess } from './server.ts'
import { makeOrders, numberOf, type Shop } from './trade-writes.ts'

const LOOK_MS = 200
const LIMIT_S = 60

/** Measures how long the longest pasted list of numbers takes: to be read, and to be shipped by one task. */
export async function benchBatch(
  folder: string,
  { url, ownerUrl }: { url: string; ownerUrl: string },
  shop: Shop,
): Promise<Measure[]> {
  const made = (await makeOrders(shop, true)).slice(0, MAX_SHIP_ROWS)
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: '0', ROLE: 'all', ZHANGGUI_DATA: folder }
  const server = await startProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
  const headers = { authorization: `Bearer ${shop.tokens[0]}`, 'content-type': 'application/json' }
  const call = async <Answer>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  try {
    await sleep(3000)
    const before = await residentMegabytes(server.child)
    let started = performance.now()
    const seconds = () => Math.round((performance.now() - started) / 100) / 10
    const text = made.map(({ id, orderNo }) => `${orderNo} ${numberOf(id)}`).join('\n')
    const { batchId, ready } = await call<{ batchId: number; ready: number }>('POST', shipBatch.read.path, { text })
    if (ready !== made.length) throw new Error(`${ready} of ${made.length} rows can be shipped`)
    const read = seconds()
    started = performance.now()
    await call('POST', shipBatch.confirm.path, { batchId })
    const path = shipBatch.info.path.replace(':batchId', String(batchId))
    let most = before
    for (;;) {
      await sleep(LOOK_MS)
      most = Math.max(most, await residentMegabytes(server.child))
      const { state, shipped } = await call<{ state: string; shipped: number }>('GET', path)
      if (state === 'done' && shipped !== made.length) throw new Error(`${shipped} of ${made.length} rows were shipped`)
      if (state === 'done') break
      if (seconds() > 3 * LIMIT_S)
        throw new Error(`the batch is ${state} after ${seconds()} s, with ${shipped} shipped`)
    }
    return [
      measure(`${MAX_SHIP_ROWS} rows of a batch are read`, read, 's', '', true),
      measure(`${MAX_SHIP_ROWS} orders of a batch are shipped`, seconds(), 's', `≤ ${LIMIT_S}`, seconds() <= LIMIT_S),
      measure('extra memory meanwhile', most - before, 'MB', '', true),
    ]
  } finally {
    await server.stop()
  }
}
