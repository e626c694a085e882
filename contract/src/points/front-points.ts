import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front'

const Reward = t.Object({
  id: t.Id,
  title: t.String(),
  day: t.Integer({ title: '天数' }),
  integral: t.Integer({ title: '奖励积分' }),
  experience: t.Integer({ title: '奖励经验' }),
})
const Signed = t.Object({
  title: t.String(),
  number: t.Integer({ title: '奖励积分' }),
  signDay: t.String({ title: '签到日期' }),
})

/** Signing in each day, and the buyer's own points. */
export const frontPoints = routes('front-points', {
  config: {
    method: 'GET',
    path: `${base}/user/sign/config`,
    permission: 'visitor',
    summary: '签到奖励',
    response: t.Array(Reward),
  },
  get: {
    method: 'GET',
    path: `${base}/user/sign/get`,
    permission: 'buyer',
    summary: '我的签到',
    response: t.Object({
      integral: t.Integer({ title: '积分' }),
      /** Days in a row. */
      count: t.Integer({ title: '连续签到天数' }),
      today: t.Boolean({ title: '今日已签到' }),
    }),
  },
  list: {
    method: 'GET',
    path: `${base}/user/sign/list`,
    permission: 'buyer',
    summary: '我的签到记录',
    query: t.pageQuery({}),
    response: t.pageOf(Signed),
  },
  month: {
    method: 'GET',
    path: `${base}/user/sign/month`,
    permission: 'buyer',
    summary: '我的签到记录，按月，每页若干个月',
    query: t.pageQuery({}),
    response: t.Array(t.Object({ month: t.String({ title: '月份' }), list: t.Array(Signed) })),
  },
  signIn: {
    method: 'POST',
    path: `${base}/user/sign/integral`,
    permission: 'buyer',
    summary: '签到',
    response: Reward,
    errors: [409, 422],
  },
  user: {
    method: 'POST',
    path: `${base}/user/sign/user`,
    permission: 'buyer',
    summary: '签到概况',
    response: t.Object({
      signNum: t.Integer({ title: '连续签到天数' }),
      sumSignDay: t.Integer({ title: '累计签到天数' }),
      isDaySign: t.Boolean({ title: '今日已签到' }),
      isYesterdaySign: t.Boolean({ title: '昨日已签到' }),
      integral: t.Integer({ title: '积分' }),
    }),
  },
  points: {
    method: 'GET',
    path: `${base}/integral/user`,
    permission: 'buyer',
    summary: '我的积分',
    response: t.Object({
      integral: t.Integer({ title: '积分' }),
      /** Gained, and spent less what came back. */
      sumIntegral: t.Integer({ title: '累计获得', maximum: Number.MAX_SAFE_INTEGER }),
      deductionIntegral: t.Integer({ title: '累计使用', maximum: Number.MAX_SAFE_INTEGER }),
      frozenIntegral: t.Integer({ title: '冻结积分', maximum: Number.MAX_SAFE_INTEGER }),
      /** What expires next; null where points do not expire, or nothing will. */
      expiring: t.Nullable(
        t.Object(
          { integral: t.Integer({ title: '即将过期积分' }), date: t.String({ title: '过期日期' }) },
          { title: '即将过期' },
        ),
      ),
    }),
  },
  records: {
    method: 'GET',
    path: `${base}/integral/list`,
    permission: 'buyer',
    summary: '我的积分明细，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(
      t.Object({
        id: t.Id,
        title: t.String(),
        type: t.OneOfNumbers([1, 2], { title: '类型', description: '1 增加，2 扣减' }),
        integral: t.Integer({ title: '积分' }),
        balance: t.Integer({ title: '积分余量' }),
        status: t.OneOfNumbers([1, 2, 3, 4], { title: '状态', description: '1 订单创建，2 冻结期，3 完成，4 失效' }),
        linkId: t.String({ title: '关联单号' }),
        createTime: t.DateTime,
      }),
    ),
  },
})
