import { order, orderTabKeys } from '@zhanggui/contract/order/order.ts'
import { useTabbedList } from '../../../../kit/list-page/use-tabbed-list.ts'

/** The orders of a tab. */
export const useOrderList = () => useTabbedList(order.list, { status: orderTabKeys })
export type OrderList = ReturnType<typeof useOrderList>
