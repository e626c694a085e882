import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { listCodes, saveCode } from '../channel-code/channel-code.service.ts'
import { countCodeEvent } from '../channel-code/channel-code-event.service.ts'
import { remindFake, takeFanEvent } from '../fan/fan-event.service.ts'
import { listTags, saveTag } from '../tag/fan-tag.service.ts'

const SEED = 20_261_130
const DAY_MS = 24 * 3600_000
const DAYS = 30
const tags = ['门店', '老客', '地推', '种草', '活动']
const codes = [
  { name: '湖滨店收银台', scene: 'lakeside-till', tag: '门店', share: 9, kept: 0.6 },
  { name: '包裹卡片', scene: 'parcel-card', tag: '老客', share: 7, kept: 0.3 },
  { name: '11月地推 西溪', scene: 'xixi-nov', tag: '地推', share: 4, kept: 0.63, days: 20 },
  { name: '小红书合作 阿夏', scene: 'xhs-axia', tag: '种草', share: 3, kept: 0.35 },
  { name: '咖啡节海报', scene: 'coffee-fair', tag: '活动', share: 2, kept: 0.4, days: 4 },
]

/** Fills a demo shop without channel codes with some, and with a month of people who scanned them; then reminds the fake of all. */
export async function fillFanDemo(ctx: Ctx): Promise<void> {
  // Without the fake nobody would draw a code.
  if (!ctx.platform.wechat.isFake) return
  const { total } = await listCodes(calling(ctx, channelCode.list), { limit: 1 })
  if (!total) await fill(ctx)
  await remindFake(ctx)
}

async function fill(ctx: Ctx): Promise<void> {
  for (const name of tags) await saveTag(calling(ctx, fanTag.save), { name })
  const known = new Map((await listTags(ctx)).map(({ id, name }) => [name, id]))
  for (const { tag, days, name, scene } of codes) {
    const tagId = known.get(tag) ?? 0
    const kind = days ? (1 as const) : (2 as const)
    await saveCode(calling(ctx, channelCode.save), { name, scene, kind, tagId, ...(days && { days }) })
  }
  const random = randomFrom(SEED)
  const today = new Date(Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS)
  let n = 0
  await inTransaction(ctx, async (tx) => {
    for (let ago = DAYS - 1; ago >= 0; ago--)
      for (const { scene, share, kept } of codes)
        for (let scan = Math.round(share * (0.4 + random())); scan > 0; scan--) {
          const at = new Date(today.getTime() - ago * DAY_MS + Math.floor(random() * 3) * 3600_000 + scan * 60_000)
          if (at > tx.now()) continue
          await come(tx, { openid: `oFan${20_261_100 + ++n}`, scene, at, follows: random() < kept })
        }
    // Some left again.
    const gone = sql`select openid, subscribe_time as since from wechat_user where openid like 'oFan%' and id % 11 = 0`
    const { rows } = await tx.db.execute<{ openid: string; since: string }>(gone)
    for (const { openid, since } of rows) {
      const at = new Date(Math.min(new Date(since).getTime() + 2 * DAY_MS, tx.now().getTime()))
      await takeFanEvent(tx, { ...event, openid, event: 'unsubscribe', eventKey: '', at })
    }
    // What the tags of the codes are, at once instead of by a job for each.
    await tx.db.execute(sql`update wechat_user set tag_ids = array[tag_id] from wechat_channel_code code
      where code.id = code_id and tag_id <> 0 and subscribe and openid like 'oFan%'`)
  })
}

/** Has followers among the demo's customers come by its codes, with what the codes count and the tags that they give. */
export async function spreadDemoFans(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`
    with code as (select id, tag_id, row_number() over (order by id) as place, count(*) over () as codes from wechat_channel_code)
    update wechat_user set code_id = code.id, tag_ids = array[code.tag_id]
    from code where openid like 'oDemo%' and wechat_user.id % 7 < 5 and code.place = 1 + wechat_user.id % code.codes`)
  await tx.db.execute(sql`
    update wechat_user set subscribe_scene = (array['ADD_SCENE_SEARCH', 'ADD_SCENE_WXA', 'ADD_SCENE_PROFILE_CARD', 'ADD_SCENE_PAID'])[1 + id % 4]
    where openid like 'oDemo%' and code_id = 0`)
  await tx.db.execute(sql`
    insert into wechat_fan_move (openid, move, code_id, at)
    select openid, 1, code_id, subscribe_time from wechat_user where openid like 'oDemo%' and subscribe_time is not null`)
  await tx.db.execute(sql`
    update wechat_channel_code code set scans = scans + came.many * 2, follows = follows + came.many
    from (select code_id, count(*) as many from wechat_user where openid like 'oDemo%' group by 1) came where came.code_id = code.id`)
}

const event = { id: 0, account: 'public' as const, type: 'event', text: '', fields: {} }

/** Somebody scans a code: a stranger who may begin to follow, or one who follows already. */
async function come(
  tx: Ctx,
  { openid, scene, at, follows }: { openid: string; scene: string; at: Date; follows: boolean },
): Promise<void> {
  const then = withContext(tx, { now: () => at, platform: withoutJobs(tx) })
  const scanned = follows
    ? { ...event, openid, event: 'subscribe', eventKey: `qrscene_${scene}`, at }
    : { ...event, openid: 'oFanPasserBy', event: 'SCAN', eventKey: scene, at }
  await takeFanEvent(then, scanned)
  await countCodeEvent(then, scanned)
}

/** The fake learns of them at the end, so that jobs would ask it in vain. */
const withoutJobs = ({ platform }: Ctx) => ({ ...platform, jobs: { ...platform.jobs, enqueue: async () => '' } })
