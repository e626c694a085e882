import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { pageViewOf } from '@zhanggui/page-kit/page-views.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useParams, useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { DecoratedPage, hasOwnTabs, PageBones, pageTitleOf } from '../../sheets/page/decorated-page.tsx'

/** A decorated page: the home, or the one that the address names. */
export default function HomeScreen() {
  const { id = '0' } = useParams<{ id?: string }>()
  const [search] = useSearchParams()
  const preview = search.get('preview') ?? undefined
  const page = useRead(frontPages.info, { params: { id: Number(id) || 0 }, query: { preview } })
  return (
    <Screen title={pageTitleOf(page.data, '首页')} isBare={id === '0'} hasTabs={!hasOwnTabs(page.data)}>
      {id === '0' && <h1 className="seen-less">{pageTitleOf(page.data, '首页')}</h1>}
      <Loaded
        of={page}
        skeleton={<PageBones />}
        failed={(error) => error.status === 404 && <Gone text={error.message} />}
      >
        {(data) => <DecoratedPage page={data} preview={preview} viewOf={pageViewOf} />}
      </Loaded>
    </Screen>
  )
}

function Gone({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <Button to="/">去首页</Button>
    </Empty>
  )
}
