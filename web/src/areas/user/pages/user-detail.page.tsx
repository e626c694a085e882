import { useQuery } from '@tanstack/react-query'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { usePageName } from '../../../kit/page/page-name.ts'
import { UserDetailOf } from '../components/detail/user-detail.tsx'
import { nameOf } from '../model/words.ts'

/** 用户详情 as a page of its own, with an address to send. */
export default function UserDetailPage() {
  const uid = Number(useParams().id) || 0
  const { data } = useQuery(read(shopUser.topDetail, { query: { userId: uid }, silent: true }))
  usePageName(data && `用户详情 · ${nameOf(data.user)}`, '用户详情')
  return <UserDetailOf uid={uid} />
}
