import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, eq, gte, inArray, isNull, lte, type SQL } from 'drizzle-orm'
import { givenJson, insertGiven, newRows, type RowOf } from '../data/given-rows.ts'
import { type Ctx, gathering, inTransaction } from '../http/context.ts'
import { announce } from './bus.ts'
import { outbox } from './outbox.tables.ts'

const TOPIC = 'outbox'
const BATCH = 200
/** Messages wake the dispatcher; polling finds missed rows and due retries. */
const LOOK_MS = 1000
const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 3600_000
const MAX_ATTEMPTS = 12

/** An event in the shop, as consumers receive it. */
export type OutboxMessage = {
  id: number
  /** The object, then what happened to it: `order.paid`, `job.failed`. */
  event: string
  data: Record<string, unknown>
  at: Date
  /** The call in which it happened. */
  requestId: string
}

/**
 * Handles a message inside the transaction that removes it from the outbox: writes through `tx` happen exactly once. Slow or
 * external work (mail, webhooks) is stored as an intent or enqueued as a job, not done here. Throwing rolls the writes back
 * and retries later, twelve times over about a day.
 */
export type OutboxConsumer = (tx: Ctx, message: OutboxMessage) => Promise<void>

/** Handles messages as {@link OutboxConsumer} does, all or none of them. */
export type OutboxGroupConsumer = (tx: Ctx, messages: readonly OutboxMessage[]) => Promise<void>

/** The consumers of events. Every process registers the same ones, even if it dispatches nothing. */
export type Outbox = {
  /**
   * Registers a consumer while the application is built.
   * @param name unique in the product, at most 40 characters; stored, so hard to change
   * @param events the events it receives; `*` for all
   */
  consume(name: string, events: readonly string[] | '*', handle: OutboxConsumer): void
  /**
   * The same for a consumer that handles several messages with fewer statements than each alone, oldest first. When it throws,
   * each is delivered alone.
   */
  consumeTogether(name: string, events: readonly string[] | '*', handle: OutboxGroupConsumer): void
  consumersOf(event: string): string[]
  handlerOf(consumer: string): OutboxGroupConsumer | undefined
  /** Whether a consumer takes several messages at once. */
  isGroup(consumer: string): boolean
}

declare module '../http/context.ts' {
  interface Platform {
    outbox: Outbox
  }
}

export function makeOutbox(): Outbox {
  type Consumer = { events: readonly string[] | '*'; handle: OutboxGroupConsumer; isGroup: boolean }
  const consumers = new Map<string, Consumer>()
  const add = (name: string, consumer: Consumer) => {
    if (consumers.has(name)) throw new Error(`outbox consumer ${name} is registered twice`)
    consumers.set(name, consumer)
  }
  return {
    consume: (name, events, handleOne) => {
      const handle: OutboxGroupConsumer = async (tx, messages) => {
        for (const message of messages) await handleOne(tx, message)
      }
      add(name, { events, handle, isGroup: false })
    },
    consumeTogether: (name, events, handle) => add(name, { events, handle, isGroup: true }),
    consumersOf: (event) =>
      [...consumers].filter(([, { events }]) => events === '*' || events.includes(event)).map(([name]) => name),
    handlerOf: (consumer) => consumers.get(consumer)?.handle,
    isGroup: (consumer) => consumers.get(consumer)?.isGroup ?? false,
  }
}

/**
 * Emits an event, delivered to its consumers once the transaction of `tx` has committed and never after a rollback. Outside
 * a transaction it is delivered at once.
 * @param data plain JSON without secrets; ids rather than whole rows, so that consumers read the current state
 */
export async function emit(tx: Ctx, event: string, data: Record<string, unknown>): Promise<void> {
  const rows = announceEvents(tx, [[event, data]])
  if (rows.length) await storeAtCommit(tx, rows)
}

const storeAtCommit = gathering<OutboxRow>((tx, rows) => tx.db.insert(outbox).values(rows))

/** An event and its data. */
export type OutboxEvent = readonly [event: string, data: Record<string, unknown>]

const newMessages = newRows(outbox, ['attempts', 'error'])
type OutboxRow = RowOf<typeof newMessages>

/** Emits events as {@link emit} does, in a statement of the caller's that stores them by {@link storingEvents}. Returns its JSON. */
export function emitIn(tx: Ctx, events: readonly OutboxEvent[]): string {
  return givenJson(newMessages, announceEvents(tx, events))
}

/** The part of a statement that stores what {@link emitIn} returned. */
export const storingEvents = (json: SQL): SQL => insertGiven(newMessages, json)

function announceEvents(tx: Ctx, events: readonly OutboxEvent[]): OutboxRow[] {
  const at = tx.now()
  const { requestId } = tx.origin
  const rows = events.flatMap(([event, payload]) =>
    tx.platform.outbox
      .consumersOf(event)
      .map((consumer) => ({ event, consumer, payload, requestId, dueAt: at, createdAt: at })),
  )
  if (rows.length) announce(tx, TOPIC)
  return rows
}

/**
 * Delivers due messages in a worker process: right after a commit, and again after a failure. Several processes share the
 * rows; messages are delivered in the order of their ids, except for retries.
 * @returns stops after the current batch
 */
export function dispatchOutbox(own: Ctx): () => Promise<void> {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined

  const run = async () => {
    do {
      again = false
      while (!stopped && (await dispatchBatch(own)) === BATCH);
    } while (again && !stopped)
  }
  const wake = () => {
    again = true
    running ??= run()
      .catch((error: unknown) => own.log.error({ err: error }, 'the outbox was not dispatched'))
      .finally(() => {
        running = undefined
      })
  }
  const unsubscribe = own.platform.bus.subscribe(TOPIC, wake)
  const timer = setInterval(wake, LOOK_MS)
  wake()
  return async () => {
    stopped = true
    clearInterval(timer)
    unsubscribe()
    await running
  }
}

/**
 * Has messages of these events that were given up delivered once more. Those that fail again are given up again.
 * @param since older ones are left alone
 * @returns how many
 */
export async function retryGivenUp(tx: Ctx, events: readonly string[], since: Date): Promise<number> {
  const given = await tx.db
    .update(outbox)
    .set({ dueAt: tx.now() })
    .where(and(isNull(outbox.dueAt), inArray(outbox.event, [...events]), gte(outbox.createdAt, since)))
    .returning({ id: outbox.id })
  if (given.length) announce(tx, TOPIC)
  return given.length
}

type Row = typeof outbox.$inferSelect

/** Delivers due messages, at most {@link BATCH} in one transaction. Returns how many were attempted. */
async function dispatchBatch(own: Ctx): Promise<number> {
  return inTransaction(own, async (tx) => {
    const rows = await tx.db
      .select()
      .from(outbox)
      .where(lte(outbox.dueAt, tx.now()))
      .orderBy(asc(outbox.id))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const done: number[] = []
    for (const group of groupsOf(tx, rows)) {
      const failure = await deliver(tx, group)
      for (const row of group) {
        // One of several may have failed all.
        const own = failure !== undefined && group.length > 1 ? await deliver(tx, [row]) : failure
        if (own === undefined) done.push(row.id)
        else await postpone(tx, row, own)
      }
    }
    if (done.length) await tx.db.delete(outbox).where(inArray(outbox.id, done))
    return rows.length
  })
}

/** The messages that are delivered at once: all of a consumer that takes several, each alone of the others. */
function groupsOf(tx: Ctx, rows: readonly Row[]): Row[][] {
  const { outbox: consumers } = tx.platform
  const groups = Map.groupBy(rows, ({ id, consumer }) => (consumers.isGroup(consumer) ? consumer : id))
  return [...groups.values()]
}

/** Delivers messages of one consumer. Returns the error, or undefined. */
async function deliver(tx: Ctx, rows: readonly Row[]): Promise<unknown> {
  // A consumer of an earlier version: nothing handles it any more.
  const handle = tx.platform.outbox.handlerOf(rows[0]?.consumer ?? '')
  if (!handle) return undefined
  const messages = rows.map(({ id, event, payload: data, createdAt: at, requestId }) => ({
    id,
    event,
    data,
    at,
    requestId,
  }))
  return inTransaction(tx, (inner) => handle(inner, messages)).then(
    () => undefined,
    (error: unknown) => error ?? new Error('unknown'),
  )
}

async function postpone(tx: Ctx, { id, event, consumer, attempts }: Row, failure: unknown) {
  const next = attempts + 1
  const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)
  const dueAt = next >= MAX_ATTEMPTS ? null : new Date(tx.now().getTime() + wait)
  const error = failure instanceof Error ? failure.message : String(failure)
  tx.log.error({ err: failure, event, consumer, attempts: next, givenUp: !dueAt }, 'a consumer failed')
  await tx.db
    .update(outbox)
    .set({ attempts: next, dueAt, error: cutText(error, 500) })
    .where(and(eq(outbox.id, id), eq(outbox.consumer, consumer)))
}
