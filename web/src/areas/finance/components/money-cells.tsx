import { Link } from 'react-router'
import { moneyText } from '../../../kit/text/money.tsx'

/** The sum of what a list's filters match. @param amount null where there is too much to be added */
export const Sum = ({ amount, what }: { amount: number | null | undefined; what: string }) =>
  amount === undefined ? null : (
    <span>
      {what} <b>{amount === null ? '数据太多，请缩小范围' : moneyText(amount)}</b>
    </span>
  )

/** A number that leads to its order, where it is one of an order. */
export const OrderLink = ({ id, no }: { id: number | null; no: string }) =>
  id === null ? no || '—' : <Link to={`/order/detail/${id}`}>{no}</Link>
