import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { pageViewOf } from '@zhanggui/page-kit/page-views.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useParams, useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Button } from '../../parts/typed/button.tsx'
import { PageScreen } from '../../sheets/page/page-screen.tsx'

/** A decorated page: the home, or the one that the address names. */
export default function HomeScreen() {
  const { id = '0' } = useParams<{ id?: string }>()
  const [search] = useSearchParams()
  const preview = search.get('preview') ?? undefined
  const page = useRead(frontPages.info, { params: { id: Number(id) || 0 }, query: { preview } })
  const isHome = id === '0'
  return (
    <PageScreen
      of={page}
      title={isHome ? '首页' : ''}
      isPlace={isHome}
      preview={preview}
      viewOf={pageViewOf}
      failed={(error) => error.status === 404 && <Gone text={error.message} />}
    />
  )
}

function Gone({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <Button to="/">去首页</Button>
    </Empty>
  )
}
