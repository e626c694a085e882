import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { ActivityCard, frontActivity, frontDetail, frontPage } from '../promotion/front-activity.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const FrontSlot = t.Object({
  id: t.Id,
  name: t.String({ title: '秒杀时段名称' }),
  sliderImgs: t.Array(t.String({ maxLength: 512 }), { title: '轮播图' }),
  startHour: t.Integer({ title: '开始时间' }),
  endHour: t.Integer({ title: '结束时间' }),
  isTomorrow: t.Boolean({ title: '明天' }),
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  startTime: t.DateTime,
  endTime: t.DateTime,
  serverTime: t.DateTime,
  /** The one that buyers should see first. */
  isCurrent: t.Boolean({ title: '当前时段' }),
})
export type FrontSlot = t.Static<typeof FrontSlot>

const SeckillCard = t.Object({
  ...ActivityCard.properties,
  num: t.Integer({ title: '当天参与活动次数' }),
  onceNum: t.Integer({ title: '单笔限购' }),
})
export type SeckillCard = t.Static<typeof SeckillCard>

/** A flash sale as its buyers see it; its times are those of the slot that runs now or next. */
export const FrontSeckill = t.Object({
  activity: t.Object({
    ...SeckillCard.properties,
    ...frontActivity,
    totalNum: t.Integer({ title: '活动限购' }),
    timeId: t.Id,
  }),
  ...frontDetail,
})
export type FrontSeckill = t.Static<typeof FrontSeckill>

const base = '/api/front/seckill'

/** Flash sales, for buyers. */
export const frontSeckill = routes('front-seckill', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'visitor',
    summary: '首页秒杀',
    response: t.Object({ slot: t.Nullable(FrontSlot), productList: t.Array(SeckillCard) }),
  },
  header: {
    method: 'GET',
    path: `${base}/header`,
    permission: 'visitor',
    summary: '秒杀时段',
    response: t.Array(FrontSlot),
  },
  list: {
    method: 'GET',
    path: `${base}/list/:timeId`,
    permission: 'visitor',
    summary: '时段内的秒杀商品',
    params: t.Object({ timeId: t.Id }),
    query: t.Object({ ...frontPage, tomorrow: t.Optional(t.Boolean({ title: '明天' })) }),
    response: t.pageOf(SeckillCard),
  },
  detail: {
    method: 'GET',
    path: `${base}/detail/:id`,
    permission: 'visitor',
    summary: '秒杀商品详情',
    params: t.Object({ id: t.Id }),
    response: FrontSeckill,
    errors: [404],
  },
})
