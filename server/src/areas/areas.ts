import type { Area } from '../platform/area.ts'
import { bargain } from './bargain/area.ts'
import { combination } from './combination/area.ts'
import { content } from './content/area.ts'
import { coupon } from './coupon/area.ts'
import { dashboard } from './dashboard/area.ts'
import { decor } from './decor/area.ts'
import { distribution } from './distribution/area.ts'
import { file } from './file/area.ts'
import { finance } from './finance/area.ts'
import { live } from './live/area.ts'
import { message } from './message/area.ts'
import { monitor } from './monitor/area.ts'
import { order } from './order/area.ts'
import { payment } from './payment/area.ts'
import { points } from './points/area.ts'
import { product } from './product/area.ts'
import { promotion } from './promotion/area.ts'
import { seckill } from './seckill/area.ts'
import { setting } from './setting/area.ts'
import { staff } from './staff/area.ts'
import { store } from './store/area.ts'
import { user } from './user/area.ts'
import { wechat } from './wechat/area.ts'
import { work } from './work/area.ts'

/** The areas of the shop; an area may call only those before it. */
export const areas: readonly Area[] = [
  setting,
  file,
  message,
  staff,
  work,
  monitor,
  wechat,
  product,
  store,
  user,
  coupon,
  points,
  promotion,
  seckill,
  bargain,
  combination,
  content,
  live,
  decor,
  payment,
  distribution,
  order,
  finance,
  dashboard,
]
