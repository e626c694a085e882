import type { StoreRow } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Link } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { useCan } from '../../../kit/access/can.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'

/** The number of somebody's colleagues in a store, linked to them for those who may view them. */
export function StaffCount({ of: { id, name, staffNum } }: { of: StoreRow }) {
  if (!useCan(storeStaff.list) || !staffNum) return staffNum
  return (
    <Link to={staffOf(id)} aria-label={`查看门店「${name}」的${staffNum}名店员`}>
      {staffNum}
    </Link>
  )
}

/** The days on which orders may be picked up, and whether they are to come or over. */
export function ValidDays({ of: { validTime } }: { of: Pick<StoreRow, 'validTime'> }) {
  const [from, to] = validTime ?? []
  if (!from || !to) return '长期'
  const today = toWireTime(serverNow()).slice(0, 10)
  const state = to < today ? ' 已过期' : from > today ? ' 未开始' : ''
  return <TwoLine top={from} below={`至 ${to}${state}`} />
}

/** The list of a store's staff. */
export const staffOf = (storeId: number) => `/store/staff?storeId=${storeId}`

/** Where a store lies; the city is not said twice. */
export function placeOf({ area }: Pick<StoreRow, 'area'>): string {
  return area.filter((name, index) => name !== area[index - 1]).join(' ')
}

export const hoursOf = ({ dayTime }: Pick<StoreRow, 'dayTime'>) => dayTime?.join('–') ?? '—'

export function stateOf({ isDel, isShow }: Pick<StoreRow, 'isDel' | 'isShow'>): StateName<'store'> {
  if (isDel) return '回收站'
  return isShow ? '显示中' : '隐藏中'
}
