import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { Link } from 'react-router'
import { useCan } from '../access/can.tsx'

/** A customer by nickname, linked to the page about them for staff who may see it. */
export function CustomerLink({ uid, nickname }: { uid: number; nickname: string }) {
  const name = nickname || `用户 ${uid}`
  return useCan(shopUser.info) ? <Link to={`/member/detail/${uid}`}>{name}</Link> : name
}
