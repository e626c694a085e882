import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Route } from '@zhanggui/contract/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defineHook } from '../hooks.ts'
import type { Ctx, Platform } from './context.ts'
import { HttpError } from './errors.ts'

/** Calls for what sells in a rush that are in at once, whatever it is, so that everybody else finds a connection. */
const PLACES = 4
const MAX_WAIT_MS = 10_000
/** Of those who name a checkout of this shop, and of those who may be anybody: neither keeps the other out. */
const MAX_WAITING = 20_000
/** Refusals leave in slices: who waits sends no further call, so that everybody else's answers are not held up. */
const SLICE = 20
const SLICE_MS = 10
/** How often what is marked as sold out is asked again. */
const ASK_MS = 1000
/** Checkouts that were answered at their last step, the newest. */
const MAX_ANSWERED = 10_000
const FORGED = '预下单信息已失效，请重新提交'
const IN_PROGRESS = '订单处理中，请勿重复提交'

/** The steps of a purchase, last first: whoever has come furthest is served first. */
const rushSteps = { create: 3, price: 2, load: 2, receive: 1, pre: 0 } as const
export type RushStep = keyof typeof rushSteps

/** For what the calls of a route rush, by its name; undefined for a call that need not wait. */
export type RushKeys = {
  route: string
  keyOf(platform: Platform, input: { params: unknown; body: unknown }): RushKey | undefined
}
export const rushKeys = defineHook<RushKeys>('what calls rush for')

/** What a call rushes for. `no` is the number of its checkout, which may be in once a step. */
export type RushKey = { key: string; no?: string }

/** A memory of what is sold out: a hint of this process, never a truth. */
export type RushMark = { key: string; version: number }

/** Asks which of the marked keys can be had again. */
export type RushCheck = (keys: readonly string[]) => Promise<readonly string[]>

export type Rush = {
  /**
   * Waits for a place. Give it back exactly once, on whatever way the call ends.
   * @param signal aborted when the caller is gone
   * @throws 409 SOLD_OUT when it is marked, 409 for a checkout that is in already, 503 OVERLOADED
   */
  enter(of: RushKey, step: RushStep, signal: AbortSignal): Promise<() => void>
  /** The last step of a checkout was answered: asked again, as its answer may be lost, it is let in although it is sold out by now. */
  answered(of: RushKey, step: RushStep): void
  /** What is known of a key now, to be handed to {@link markSoldOut}. */
  seen(key: string): RushMark
  /** Remembers a key as sold out and refuses all who wait for it, unless it could be had again since it was seen. @param message in words */
  markSoldOut(mark: RushMark, message?: string): void
  /** It may be had again. */
  clear(key: string): void
  /** Asks once a second about what is marked. Returns a function that stops it. */
  watch(check: RushCheck, log: { warn(error: unknown, text: string): void }): () => void
  /** For tests and figures. */
  state(): { inside: number; waiting: number; marked: number }
}

/** Each area says which of the marked keys that are its own can be had again. */
export const rushChecks =
  defineHook<(ctx: Ctx, keys: readonly string[]) => Promise<readonly string[]>>('what is sold out')
/** More can be had of a key: whoever remembers it as sold out forgets it. Announced after the commit. */
export const RUSH_TOPIC = 'rush'

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a call of a rush. */
    place?: { gone: AbortSignal; isWorking: boolean; leave(): void; answered(): void }
  }
}

declare module './context.ts' {
  interface Platform {
    rush: Rush
  }
}

type Waiter = RushKey & { step: RushStep; since: number; isGone: boolean; let(): void; refuse(error: HttpError): void }

const SOLD_OUT = '已抢光'
const soldOut = (message: string) => new HttpError(409, 'SOLD_OUT', message)
const overloaded = () => new HttpError(503, 'OVERLOADED', '活动太火爆了，请稍后再试', { retryAfter: 5 })

/** The gate of one process before the calls of a rush. Nothing of it outlives the process, and nothing needs to. */
export function makeRush(now: () => number = () => performance.now()): Rush {
  const steps = Object.keys(rushSteps) as RushStep[]
  const queues = new Map<number, Waiter[]>()
  const levels = [...new Set(steps.map((step) => rushSteps[step]))].sort((one, other) => other - one)
  for (const level of levels) queues.set(level, [])
  const marks = new Map<string, string>()
  const versions = new Map<string, number>()
  const numbers = new Set<string>()
  const answered = new Set<string>()
  const refused: (() => void)[] = []
  let inside = 0
  let waiting = 0
  /** Those among them who name no checkout: nobody knows yet who they are. */
  let unknown = 0
  let slicing: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined

  const refuse = (waiter: Pick<Waiter, 'refuse'>, error: HttpError) => {
    refused.push(() => waiter.refuse(error))
    slicing ??= setInterval(() => {
      for (const each of refused.splice(0, SLICE)) each()
      if (refused.length) return
      clearInterval(slicing)
      slicing = undefined
    }, SLICE_MS)
  }

  const count = ({ no }: RushKey, change: 1 | -1) => {
    waiting += change
    if (!no) unknown += change
  }

  /** The next who waits, last step first. */
  const next = (): Waiter | undefined => {
    for (const level of levels) {
      const queue = queues.get(level) ?? []
      while (queue.length) {
        const waiter = queue.shift() as Waiter
        if (!waiter.isGone) return waiter
      }
    }
    return undefined
  }

  const serve = () => {
    while (inside < PLACES) {
      const waiter = next()
      if (!waiter) return
      count(waiter, -1)
      inside++
      waiter.let()
    }
  }

  /** Those who have waited too long; the first of each queue has waited longest. */
  const sweep = () => {
    for (const queue of queues.values()) {
      while (queue[0] && (queue[0].isGone || now() - queue[0].since >= MAX_WAIT_MS)) {
        const waiter = queue.shift() as Waiter
        if (waiter.isGone) continue
        waiter.isGone = true
        count(waiter, -1)
        refuse(waiter, overloaded())
      }
    }
    if (waiting) return
    clearInterval(sweeping)
    sweeping = undefined
  }

  const wait = (of: RushKey, step: RushStep, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { ...of, step, since: now(), isGone: false, let: resolve, refuse: reject }
      const leave = () => {
        if (waiter.isGone) return
        waiter.isGone = true
        count(waiter, -1)
        reject(new HttpError(503, 'CLIENT_GONE', '连接已断开'))
      }
      if (signal.aborted) {
        reject(new HttpError(503, 'CLIENT_GONE', '连接已断开'))
        return
      }
      signal.addEventListener('abort', leave, { once: true })
      waiter.let = () => {
        waiter.isGone = true
        signal.removeEventListener('abort', leave)
        resolve()
      }
      count(waiter, 1)
      ;(queues.get(rushSteps[step]) ?? []).push(waiter)
      sweeping ??= setInterval(sweep, SLICE_MS * 10)
    })

  return {
    async enter(of, step, signal) {
      const { key, no } = of
      const name = no && `${step} ${no}`
      if (name && numbers.has(name)) throw new HttpError(409, 'IN_PROGRESS', IN_PROGRESS)
      const said = marks.get(key)
      if (said !== undefined && !(name && answered.has(name)))
        await new Promise<void>((_, reject) => refuse({ refuse: reject }, soldOut(said)))
      if ((no ? waiting - unknown : unknown) >= MAX_WAITING) throw overloaded()
      if (name) numbers.add(name)
      try {
        if (inside < PLACES) inside++
        else await wait(of, step, signal)
      } catch (error) {
        if (name) numbers.delete(name)
        throw error
      }
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        if (name) numbers.delete(name)
        inside--
        serve()
      }
    },
    answered({ no }, step) {
      if (!no || step !== 'create') return
      answered.add(`${step} ${no}`)
      for (const oldest of answered) {
        if (answered.size <= MAX_ANSWERED) return
        answered.delete(oldest)
      }
    },
    seen: (key) => ({ key, version: versions.get(key) ?? 0 }),
    markSoldOut({ key, version }, message = SOLD_OUT) {
      if ((versions.get(key) ?? 0) !== version || marks.has(key)) return
      marks.set(key, message)
      for (const [level, queue] of queues) {
        const left: Waiter[] = []
        for (const waiter of queue) {
          if (waiter.isGone) continue
          if (waiter.key !== key) {
            left.push(waiter)
            continue
          }
          waiter.isGone = true
          count(waiter, -1)
          refuse(waiter, soldOut(message))
        }
        queues.set(level, left)
      }
    },
    clear(key) {
      versions.set(key, (versions.get(key) ?? 0) + 1)
      marks.delete(key)
    },
    watch(check, log) {
      let isAsking = false
      const timer = setInterval(() => {
        if (isAsking || !marks.size) return
        isAsking = true
        check([...marks.keys()])
          .then((keys) => {
            for (const key of keys) this.clear(key)
          })
          .catch((error: unknown) => log.warn(error, 'what is sold out was not asked again'))
          .finally(() => {
            isAsking = false
          })
      }, ASK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
    state: () => ({ inside, waiting, marked: marks.size }),
  }
}

/**
 * Keeps this process's memory of what is sold out: a key is forgotten once more of it is announced, and all are asked again once a
 * second. Returns a function that stops it.
 */
export function watchRush(own: Ctx): () => void {
  const { bus, rush, hooks } = own.platform
  const unsubscribe = bus.subscribe(RUSH_TOPIC, (key) => rush.clear(key))
  const check = async (keys: readonly string[]) => {
    const found = await Promise.all(hooks.of(rushChecks).map((each) => each(own, keys)))
    return found.flat()
  }
  const stop = rush.watch(check, own.log)
  return () => {
    unsubscribe()
    stop()
  }
}

const PATTERN = /^f(\d{11})([0-9a-f]{12})([0-9a-f]{12})$/

const signOf = ({ secrets }: Pick<Platform, 'secrets'>, text: string) =>
  Buffer.from(secrets.digest(`rush:${text}`), 'base64url')
    .toString('hex')
    .slice(0, 12)

/** The number of a checkout in an activity: it says what it is for, and only this shop can have made it. */
export function rushNo({ platform }: Ctx, activitySkuId: number): string {
  const text = `${String(activitySkuId).padStart(11, '0')}${randomBytes(6).toString('hex')}`
  return `f${text}${signOf(platform, text)}`
}

/** The activity SKU that the number of a checkout is for; undefined for an ordinary one. @throws 404 for one that this shop did not make */
export function readRushNo(platform: Pick<Platform, 'secrets'>, no: string): number | undefined {
  if (!no.startsWith('f')) return undefined
  const [, id = '', random = '', sign = ''] = PATTERN.exec(no) ?? []
  const expected = signOf(platform, `${id}${random}`)
  if (!sign || !timingSafeEqual(Buffer.from(sign), Buffer.from(expected))) throw new HttpError(404, 'NOT_FOUND', FORGED)
  return Number(id)
}

/**
 * Lets a call of a rush wait for its place, once. Given back when its handler is done or its answer is made, or when its caller is gone.
 * @throws as `Rush.enter`; 409 for a call sent before the one before it on its connection was answered: it would not hear of the end of
 *   that connection
 */
export async function enterRush(
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.place) return
  const { params, body } = request
  const of = platform.hooks
    .of(rushKeys)
    .find((each) => each.route === route.name)
    ?.keyOf(platform, { params, body })
  if (!of || !route.rush) return
  if (!reply.raw.socket) throw new HttpError(409, 'IN_PROGRESS', IN_PROGRESS)
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => {
    gone.abort()
    if (!request.place?.isWorking) request.place?.leave()
  })
  const { rush: step } = route
  const leave = await platform.rush.enter(of, step, gone.signal)
  request.place = { gone: gone.signal, isWorking: false, leave, answered: () => platform.rush.answered(of, step) }
  if (gone.signal.aborted) leave()
}

/** Runs the handler of a call; one whose place was given back already does nothing, as its caller is gone. */
export async function inPlace<Result>({ place }: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  if (!place) return work()
  if (place.gone.aborted) throw new HttpError(503, 'CLIENT_GONE', '连接已断开')
  place.isWorking = true
  try {
    const result = await work()
    place.answered()
    return result
  } finally {
    place.leave()
  }
}
