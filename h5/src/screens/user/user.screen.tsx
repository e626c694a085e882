import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { viewOf } from '@zhanggui/page-kit/views.tsx'
import { useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { DecoratedPage, hasOwnTabs, PageBones, pageTitleOf } from '../../sheets/page/decorated-page.tsx'

/** The decorated user centre. What is the buyer's own comes with the token, in the same call. */
export default function UserScreen() {
  const [search] = useSearchParams()
  const preview = search.get('preview') ?? undefined
  const page = useRead(frontPages.userCenter, { query: { preview } })
  return (
    <Screen title={pageTitleOf(page.data, '我的')} isBare hasTabs={!hasOwnTabs(page.data)}>
      <Loaded of={page} skeleton={<PageBones />}>
        {(data) => <DecoratedPage page={data} preview={preview} viewOf={viewOf} />}
      </Loaded>
    </Screen>
  )
}
