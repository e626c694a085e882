import { activityCalendar, activityKinds } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { useMemo } from 'react'
import { serverNow } from '../../../../api/server-time.ts'
import { useAddress } from '../../../../kit/page/use-address.ts'

export type CalendarView = 'month' | 'line'
type Kind = (typeof activityKinds)[number]

/** What the calendar shows. */
export type CalendarQuery = {
  view: CalendarView
  /** `YYYY-MM`. */
  month: string
  types: readonly Kind[]
  productId?: number | undefined
  cateId?: number | undefined
}

/** What the calendar shows, in the page's address; usual values are not written. */
export function useCalendarQuery(): [CalendarQuery, (change: Partial<CalendarQuery>) => void] {
  const address = useAddress()
  const query = useMemo(() => readQuery(new URLSearchParams(address.search)), [address.search])
  return [query, (change) => address.replace(writeQuery({ ...readQuery(address.latest()), ...change }))]
}

/** The present month in Shanghai. */
export const thisMonth = () => toWireDay(serverNow()).slice(0, 7)

function readQuery(params: URLSearchParams): CalendarQuery {
  const month = params.get('month') ?? ''
  const types = (params.get('types') ?? '').split(',').map(Number)
  return {
    view: params.get('view') === 'line' ? 'line' : 'month',
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : thisMonth(),
    types: activityKinds.filter((kind) => types.includes(kind)),
    productId: readId(params.get('productId')),
    cateId: readId(params.get('cateId')),
  }
}

function writeQuery({ view, month, types, productId, cateId }: CalendarQuery): URLSearchParams {
  const written = new URLSearchParams()
  if (view !== 'month') written.set('view', view)
  if (month !== thisMonth()) written.set('month', month)
  if (types.length) written.set('types', types.join())
  if (productId) written.set('productId', String(productId))
  if (cateId) written.set('cateId', String(cateId))
  return written
}

const readId = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The call behind it, for these days. */
export const calendarCall = ({ types, productId, cateId }: CalendarQuery, days: readonly string[]) => ({
  query: {
    start: days[0] ?? '',
    end: days.at(-1) ?? '',
    ...(types.length && { types: [...types] }),
    ...(productId && { productId }),
    ...(cateId && { cateId }),
  },
})

export const calendarRoute = activityCalendar.calendar
