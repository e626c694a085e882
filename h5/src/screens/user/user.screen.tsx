import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { viewOf } from '@zhanggui/page-kit/views.tsx'
import { useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { PageScreen } from '../../sheets/page/page-screen.tsx'

/** The decorated user centre. What is the buyer's own comes with the token, in the same call. */
export default function UserScreen() {
  const [search] = useSearchParams()
  const preview = search.get('preview') ?? undefined
  const page = useRead(frontPages.userCenter, { query: { preview } })
  return <PageScreen of={page} title="我的" isPlace preview={preview} viewOf={viewOf} />
}
