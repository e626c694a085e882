import { nextCut } from '@zhanggui/domain/promotion/bargain.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import type { ClientBase } from 'pg'
import { copyMoment } from '../../../platform/data/bulk.ts'
import { DAY_MS, type Fate, HOUR_MS, keptFate, MINUTE_MS, nothing } from './order-fate.bulk.ts'
import type { OrderMaker, Parts } from './order-maker.bulk.ts'
import type { Line, Writer } from './order-rows.bulk.ts'

/** So many teams and sessions are of one activity on average; there are no more activities than this. */
const OF_ONE = 20
const MAX_ACTIVITIES = 10_000
/** Of the activities of a kind: are over, run all the time, are still to come; the rest was closed. */
const OVER = 0.7
const RUNNING = 0.2
const UPCOMING = 0.05
/** How long one that is over ran, and in which of its days teams and sessions began. */
const LASTED = 60 * DAY_MS
const BEGUN_IN = 56 * DAY_MS
/** No activity has goods that are cheaper: every cut of a bargain takes a fen or more. */
const LEAST_FEN = 500
/** A team takes so long; between two of its orders, and from an order to its payment. */
const TEAM_HOURS = 72
const BETWEEN = 12 * MINUTE_MS
const PAYS_AFTER = 5 * MINUTE_MS
const GRACE = 24 * HOUR_MS
/** Of one buyer. */
const NO_LIMIT = 9999
/** Buyers of one team or session are chosen from at least so many. */
const CROWD = 40

type Kind = 1 | 2 | 3
type Activity = {
  id: number
  kind: Kind
  /** The place of its SKU. */
  place: number
  priceFen: number
  minFen: number
  people: number
  from: number
  stop: number
  isOpen: boolean
  sold: number
  held: number
}
/** Those of a kind in which something began, in the order of their beginning. */
type Scene = { over: Activity[]; running: Activity[] }

/** Makes activities, their teams with orders, and their sessions with cuts and orders, and keeps account of the quotas they take. */
export class ActivityMaker {
  readonly #orders: OrderMaker
  readonly #own: Parts
  readonly #activities: Activity[] = []
  readonly #teams: Scene
  readonly #sessions: Scene
  /** Who cuts at present in which bargain: one buyer has one session that runs. */
  readonly #cutting = new Set<string>()
  readonly #slots: readonly number[]
  #ids: Ids

  private constructor(orders: OrderMaker, own: Parts, ids: Ids, slots: readonly number[], count: number) {
    this.#orders = orders
    this.#own = own
    this.#ids = ids
    this.#slots = slots
    if (slots.length) this.#plan(1, count)
    this.#sessions = this.#plan(2, count)
    this.#teams = this.#plan(3, count)
  }

  /** Plans the activities of so many teams and sessions; in a transaction of the owner. */
  static async begin(
    client: ClientBase,
    orders: OrderMaker,
    own: Parts,
    { teams, sessions }: { teams: number; sessions: number },
  ): Promise<ActivityMaker> {
    const { rows } = await client.query<Record<keyof Ids, string>>(`
      select coalesce((select max(id) from activity), 0) as activity, coalesce((select max(id) from team), 0) as team,
        coalesce((select max(id) from bargain_session), 0) as session, coalesce((select max(id) from activity_sku), 0) as sku`)
    const [found] = rows
    const ids = {
      activity: Number(found?.activity),
      team: Number(found?.team),
      session: Number(found?.session),
      // The row of its SKU has the place of an activity among those made.
      sku: Number(found?.sku),
    }
    const slots = await client.query<{ id: string }>('select id from seckill_slot where not is_del order by id')
    const all = Math.min(MAX_ACTIVITIES, Math.ceil((teams + sessions) / OF_ONE))
    const count = Math.max(20, Math.ceil(all / 3))
    return new ActivityMaker(
      orders,
      own,
      ids,
      slots.rows.map(({ id }) => Number(id)),
      count,
    )
  }

  #plan(kind: Kind, count: number): Scene {
    const { random, since, until, skus } = this.#own
    const scene: Scene = { over: [], running: [] }
    const last = until - LASTED - 2 * DAY_MS
    const over = Math.floor(count * OVER)
    const running = Math.ceil(count * RUNNING)
    const upcoming = Math.ceil(count * UPCOMING)
    // Each has a SKU of its own, so that no two of a kind stand in each other's way.
    const goods = skus.flatMap(({ priceFen }, place) => (priceFen >= LEAST_FEN ? [place] : []))
    for (let n = 0; n < Math.min(count, goods.length); n++) {
      const place = goods[Math.floor((n * goods.length) / count)] ?? 0
      const { priceFen } = skus[place] ?? { priceFen: LEAST_FEN }
      const isRunning = n >= over && n < over + running
      const isUpcoming = n >= over + running && n < over + running + upcoming
      const began = n < over ? since + ((last - since) * n) / over : isUpcoming ? until + 3 * DAY_MS : since
      const from = dayOf(began)
      const activity: Activity = {
        id: ++this.#ids.activity,
        kind,
        place,
        priceFen: kind === 2 ? priceFen : Math.floor(priceFen * 0.8),
        minFen: kind === 2 ? Math.floor(priceFen * 0.6) : 0,
        people: kind === 2 ? 8 + Math.floor(random() * 17) : 3 + Math.floor(random() * 6),
        from,
        stop: isRunning || isUpcoming ? dayOf(until) + 30 * DAY_MS : from + LASTED,
        isOpen: n < over + running + upcoming,
        sold: 0,
        held: 0,
      }
      this.#activities.push(activity)
      if (n < over) scene.over.push(activity)
      else if (isRunning) scene.running.push(activity)
    }
    return scene
  }

  /** One of those that run then, more often one that is over by now. */
  #pick({ over, running }: Scene, at: number): Activity {
    const { random, since, until } = this.#own
    const span = until - LASTED - 2 * DAY_MS - since
    const low = Math.max(0, Math.ceil(((at - since - BEGUN_IN) / span) * over.length))
    const high = Math.min(over.length - 1, Math.floor(((at - since) / span) * over.length))
    const [chance, which] = [random(), random()]
    const found = chance > 0.25 && low <= high ? over[low + Math.floor(which * (high - low + 1))] : undefined
    const chosen =
      found && found.from <= at && at < found.from + BEGUN_IN ? found : running[Math.floor(which * running.length)]
    if (!chosen) throw new Error('no activity runs')
    return chosen
  }

  /** Buyers one beside the other, all different. */
  #crowd(at: number): (nth: number) => number {
    const { random, customers } = this.#own
    const known = Math.min(customers.count, Math.max(CROWD, customers.knownAt(at)))
    const first = Math.floor(random() ** 2 * known)
    return (nth) => (first + nth) % known
  }

  /** Adds a team that is opened about then, with its members and their orders. */
  writeTeam(writer: Writer, at: number): void {
    const { random, until, customers } = this.#own
    const activity = this.#pick(this.#teams, at)
    const { people, priceFen } = activity
    const open = Math.min(at, until - 30 * MINUTE_MS)
    const stop = Math.min(open + TEAM_HOURS * HOUR_MS, activity.stop)
    const isOver = stop < until - 10 * MINUTE_MS
    const room = 1 + Math.floor((Math.min(until, stop) - open - 2 * PAYS_AFTER) / BETWEEN)
    const chance = random()
    const some = 1 + Math.floor(random() * (people - 1))
    const isFull = chance < (isOver ? 0.8 : 0.5) && people <= room
    const isFilled = !isFull && isOver && chance < 0.85
    const members = isFull ? people : isFilled ? people - 1 : Math.min(some, room)
    const status: 1 | 2 | 3 = isFull || isFilled ? 2 : isOver ? 3 : 1
    const end = isFull ? open + (members - 1) * BETWEEN + PAYS_AFTER : stop
    const teamId = ++this.#ids.team
    const buyer = this.#crowd(open)
    for (let nth = 0; nth < members; nth++) {
      const created = open + nth * BETWEEN
      const num = random() < 0.2 ? 2 : 1
      const fate = teamFate(status, { n: teamId * 10 + nth, created, end, until })
      const lines = [this.#lineOf(activity, num, priceFen)]
      const offer = { kind: 'combination' as const, activityId: activity.id, teamId, status }
      const order = this.#orders.add(writer, { created, place: buyer(nth), lines, fate, offer })
      const joined = copyMoment(created + PAYS_AFTER)
      writer.add('team_member', [joined, teamId, order.uid, order.id, num, priceFen, nth === 0, status])
      if (status !== 3) activity.sold += num
    }
    const opened = copyMoment(open + PAYS_AFTER)
    const ended = status === 1 ? null : copyMoment(end)
    const reason = status === 1 ? '' : isFull ? 'full' : isFilled ? 'virtual' : 'due'
    writer.add('team', [
      ...[
        teamId,
        opened,
        ended ?? opened,
        activity.id,
        this.#skuAt(activity.place).product,
        customers.uid(buyer(0)),
        people,
        1,
      ],
      ...[members, isFilled ? 1 : 0, status, copyMoment(stop), reason, ended],
    ])
  }

  /** Adds a session that is started about then, with its cuts, and its order if there is one. */
  writeSession(writer: Writer, at: number): void {
    const { random, until, customers } = this.#own
    const activity = this.#pick(this.#sessions, at)
    const { people, priceFen, minFen, stop } = activity
    const started = Math.min(at, until - HOUR_MS)
    const pace = Math.min(2 * HOUR_MS, Math.floor((Math.min(until, stop) - started - 20 * MINUTE_MS) / (people + 1)))
    const success = started + people * pace
    const deadline = Math.max(stop, success + GRACE)
    const buyer = this.#crowd(started)
    const uid = customers.uid(buyer(0))
    const key = `${activity.id}:${uid}`
    const fate = this.#sessionFate({
      isOver: stop < until,
      isLate: deadline < until,
      isCutting: this.#cutting.has(key),
    })
    if (fate === 'cutting') this.#cutting.add(key)
    const isWon = fate === 'ordered' || fate === 'waiting' || fate === 'late'
    const cuts = isWon ? people : Math.floor(random() * people)
    const id = ++this.#ids.session
    const terms = { totalFen: priceFen - minFen, people, lowFen: 1, highFen: priceFen - minFen }
    let doneFen = 0
    for (let count = 0; count < cuts; count++) {
      const fen = nextCut(
        terms,
        { doneFen, count },
        { least: 20, most: 50 },
        (least, most) => least + Math.floor(random() * (most - least + 1)),
      )
      doneFen += fen
      const when = copyMoment(started + (count + 1) * pace)
      writer.add('bargain_help', [id, count + 1, customers.uid(buyer(count)), fen, when])
    }
    const order = fate === 'ordered' ? this.#orderOf(writer, activity, { id, place: buyer(0), at: success }) : undefined
    if (order) activity.sold++
    if (fate === 'waiting') activity.held++
    const begun = copyMoment(started)
    writer.add('bargain_session', [
      ...[id, begun, cuts ? copyMoment(started + cuts * pace) : begun, activity.id, uid, this.#skuIdOf(activity)],
      ...[priceFen, minFen, people, terms.lowFen, terms.highFen, NO_LIMIT, doneFen, cuts],
      ...[fate === 'cutting' ? 1 : order || fate === 'waiting' ? 3 : 2, fate === 'cancelled', copyMoment(stop)],
      ...[
        isWon ? copyMoment(success) : null,
        isWon ? copyMoment(deadline) : null,
        order?.id ?? null,
        fate === 'waiting',
      ],
    ])
  }

  /** What became of a session. */
  #sessionFate({ isOver, isLate, isCutting }: { isOver: boolean; isLate: boolean; isCutting: boolean }) {
    const chance = this.#own.random()
    if (isOver) {
      if (chance < 0.7) return 'failed'
      if (chance < 0.92) return 'ordered'
      return chance > 0.98 ? 'cancelled' : isLate ? 'late' : 'waiting'
    }
    if (chance < 0.5 && !isCutting) return 'cutting'
    if (chance < 0.5 || chance > 0.8) return 'cancelled'
    return chance < 0.7 ? 'ordered' : 'waiting'
  }

  #orderOf(writer: Writer, activity: Activity, { id, place, at }: { id: number; place: number; at: number }) {
    const { until } = this.#own
    const created = at + PAYS_AFTER
    const fate = keptFate({ n: id, age: until - created, paidAfter: PAYS_AFTER, readyAfter: PAYS_AFTER })
    const lines = [this.#lineOf(activity, 1, activity.minFen)]
    const offer = { kind: 'bargain' as const, activityId: activity.id, sessionId: id }
    return this.#orders.add(writer, { created, place, lines, fate, offer })
  }

  #lineOf({ place }: Activity, num: number, unit: number): Line {
    const sku = this.#skuAt(place)
    return { at: place, id: 0, sku, num, unit, total: num * unit, points: 0, adjust: 0 }
  }

  #skuAt(place: number) {
    const sku = this.#own.skus[place]
    if (!sku) throw new Error('an activity without its SKU')
    return sku
  }

  #skuIdOf({ id }: Activity): number {
    return this.#ids.sku + id - (this.#activities[0]?.id ?? 0) + 1
  }

  /** Adds the activities with what was taken of them, and moves the sequences on. */
  async finish(client: ClientBase, writer: Writer): Promise<void> {
    const { until, random } = this.#own
    for (const activity of this.#activities) {
      const { id, kind, people, from, stop, isOpen, sold, held, priceFen, minFen } = activity
      const sku = this.#skuAt(activity.place)
      const made = copyMoment(Math.min(from - DAY_MS, until))
      const title = `${['秒杀', '砍价', '拼团'][kind - 1]} ${sku.name} ${id}`
      writer.add('activity', [
        ...[id, made, made, kind, sku.product, title, sku.image, `{${JSON.stringify(sku.image)}}`, '件', sku.tempId],
        ...[isOpen, copyMoment(from), copyMoment(stop)],
      ])
      const left = random() < 0.1 && sold ? 0 : 20 + Math.floor(random() * 480)
      writer.add('activity_sku', [
        ...[this.#skuIdOf(activity), id, sku.id, priceFen, minFen, left + held + sold, left, held, sold],
        left ? null : copyMoment(Math.min(stop, until)),
      ])
      if (kind === 1) writer.add('seckill', [id, this.#slots[id % this.#slots.length] ?? 0, 1])
      if (kind === 2) writer.add('bargain', [id, people, NO_LIMIT, NO_LIMIT])
      if (kind === 3) writer.add('combination', [id, people, TEAM_HOURS, 100, 2, 1])
    }
    await writer.flush()
    const first = this.#activities[0]?.id ?? 0
    await client.query(
      `insert into bargain_helper (activity_id, uid, helped)
      select session.activity_id, help.uid, count(*) from bargain_help as help join bargain_session as session on session.id = session_id
      where session.activity_id >= $1 and help.uid <> session.uid group by 1, 2`,
      [first],
    )
    for (const table of ['activity', 'activity_sku', 'team', 'bargain_session'])
      await client.query(
        `select setval(pg_get_serial_sequence($1, 'id'), greatest((select max(id) from ${table}), 1))`,
        [table],
      )
  }
}

/** The last ids before. */
type Ids = { activity: number; team: number; session: number; sku: number }

/** The midnight in Shanghai before a moment. */
const dayOf = (at: number): number => Math.floor((at + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS

type Times = { n: number; created: number; end: number; until: number }

/** What became of an order of a team by where the team stands: sent, paid and waiting, or refunded. */
function teamFate(status: 1 | 2 | 3, { n, created, end, until }: Times): Fate {
  const paid = { ...nothing, paidAfter: PAYS_AFTER, changedAfter: PAYS_AFTER }
  if (status === 1) return paid
  const refundAfter = end - created + MINUTE_MS
  if (status === 3) return { ...paid, refunded: 'whole', refundAfter, changedAfter: refundAfter }
  return keptFate({ n, age: until - created, paidAfter: PAYS_AFTER, readyAfter: Math.max(PAYS_AFTER, end - created) })
}
