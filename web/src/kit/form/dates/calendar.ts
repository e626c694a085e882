import { toWireTime } from '@zhanggui/domain/time.ts'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { serverNow } from '../../../api/server-time.ts'

dayjs.locale('zh-cn')

/** The present moment in Shanghai by the server's clock, as calendars without time zones show it. */
export const shanghaiNow = () => dayjs(toWireTime(serverNow()))

// Where there is such a method, the calendars of the component library ask it which day is today and what time is now.
dayjs.extend((_options, { prototype }) => Object.assign(prototype, { tz: shanghaiNow }))

/** The library of dates behind calendars, in Chinese: months and weekdays have Chinese names, and weeks begin on Monday. */
export { type Dayjs, default as dayjs } from 'dayjs'
