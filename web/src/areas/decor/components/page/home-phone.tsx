import { useQuery } from '@tanstack/react-query'
import type { PageInfo } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import { useMemo } from 'react'
import { read } from '../../../../api/read.ts'
import { useCanvasData } from '../../model/canvas-data.ts'
import { pageOf } from '../../model/page-store.ts'
import { DrawnPage, heldBy, useBlocks, usePageTitle } from '../designer/drawn-page.tsx'
import styles from './page.module.css'

/** The published home, as buyers see it. */
export default function HomePhone({ info }: { info: PageInfo }) {
  const { data: live } = useQuery({
    ...read(pageVersion.info, { params: { id: info.liveVersionId ?? 0 }, silent: true }),
    enabled: info.liveVersionId !== null,
  })
  const page = useMemo(
    () => pageOf({ ...info, ...(live && { settings: live.settings, share: live.share, value: live.value }) }),
    [info, live],
  )
  const title = usePageTitle(page, true)
  const blocks = useBlocks()
  const data = useCanvasData(
    componentsOf(page).flatMap((component) => heldBy(component, blocks) ?? []),
    page.terminal,
  )
  return (
    <div className={styles.scaled} inert>
      <DrawnPage page={page} data={data} blocks={blocks} title={title} isPlace />
    </div>
  )
}
