import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'

const MAX_COUNTED = 10_000

/** The number of customers of a group, tag or level, which opens the list of them. */
export function MemberCount({ count, of, filter }: { count: number; of: string; filter: string }) {
  const mayList = useCan(shopUser.list)
  const text = `${count.toLocaleString('en-US')}${count >= MAX_COUNTED ? '+' : ''}`
  if (!mayList || !count) return text
  return (
    <Link to={`/member/list?${filter}`} aria-label={`${of}的 ${text} 位用户`}>
      {text}
    </Link>
  )
}
