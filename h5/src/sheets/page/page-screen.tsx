import type { ServedPage } from '@zhanggui/contract/decor/front-page.ts'
import type { Settings } from '@zhanggui/page-kit/page.ts'
import { backEntry } from '@zhanggui/page-kit/parts/service-entry.tsx'
import type { ViewOf } from '@zhanggui/page-kit/view.tsx'
import type { ReactNode } from 'react'
import type { CallError } from '../../api/call.ts'
import type { Reading } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { BackButton, Screen } from '../../parts/screen.tsx'
import { DecoratedPage, hasOwnTabs, PageBones } from './decorated-page.tsx'

type Given = {
  of: Reading<ServedPage>
  /** What it is called until it is there. */
  title: string
  /** One of the places of the shop, as the home: nobody comes to it from another. */
  isPlace: boolean
  preview: string | undefined
  viewOf: ViewOf
  failed?: (error: CallError) => ReactNode
}

/** A decorated page as a screen, with the bar that its settings want, or without one. */
export function PageScreen({ of: page, title: usual, isPlace, preview, viewOf, failed = () => undefined }: Given) {
  const settings = page.data?.settings as Settings | undefined
  const title = settings?.pageTitle || usual
  const isBare = settings ? !settings.pageShow : isPlace
  const hasTabs = hasOwnTabs(page.data)
  return (
    <Screen title={title} bar={settings} isBare={isBare} hasTabs={!hasTabs}>
      {isBare && <h1 className="seen-less">{title}</h1>}
      {isBare && !isPlace && !hasTabs && <BackButton className={backEntry} link={settings?.returnAddress} />}
      <Loaded of={page} skeleton={<PageBones />} failed={failed}>
        {(data) => <DecoratedPage page={data} preview={preview} viewOf={viewOf} />}
      </Loaded>
    </Screen>
  )
}
