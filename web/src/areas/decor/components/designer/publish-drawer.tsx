import { useQueries, useQuery } from '@tanstack/react-query'
import type { PageInfo } from '@zhanggui/contract/decor/page.ts'
import { type PageVersion, pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { pageOf } from '../../model/page-store.ts'
import { shortTime, versionName } from '../../model/page-words.ts'
import styles from './designer.module.css'
import { MiniPhone, Problems, Rows } from './drawer-differences.tsx'
import { differences, takeBack } from './page-diff.ts'
import { PublishFoot } from './publish-foot.tsx'
import { VersionFoot } from './version-foot.tsx'

const DRAFT = 'draft' as const
/** So many versions are listed first, and with each further wish. */
const AT_ONCE = 20

export type PublishDrawerProps = {
  info: PageInfo
  /** The draft as it is now; undefined where the page is not open in the designer. */
  draft: Page
  /** The version of the draft, which a save raises. */
  latestVersion: () => number
  issues: readonly Issue[]
  title: string
  readOnly: boolean
  /** Differences can be taken back one by one, as the page is open to be edited. */
  editing?: boolean
  timed: boolean
  /** Saves what is not saved. @returns whether the server holds all of it */
  onSave: () => Promise<boolean>
  /** Goes to what is wrong. */
  onIssue: (issue: Issue) => void
  /** The draft was replaced by a version. */
  onTaken: (page: Page, version: number, words: string) => void
  onPreview: (versionId: number) => void
  onPublished: () => void
  onClose: () => void
}

/** 发布与版本: what goes live and when, what is live, and what was. */
export function PublishDrawer(props: PublishDrawerProps) {
  const { info, draft, title, onClose } = props
  const [chosen, setChosen] = useState<number | typeof DRAFT>(DRAFT)
  const [pages, setPages] = useState(1)
  const lists = useQueries({
    queries: Array.from({ length: pages }, (_, index) =>
      read(pageVersion.list, { query: { pageId: info.id, page: index + 1, limit: AT_ONCE } }),
    ),
  })
  // One that went live meanwhile moves the others on to the next page.
  const versions = [...new Map(lists.flatMap(({ data }) => data?.list ?? []).map((each) => [each.id, each])).values()]
  const failed = lists.find(({ isError }) => isError)
  const older = (lists[0]?.data?.total ?? 0) - versions.length
  const live = versions.find((each) => each.live)
  const liveId = live?.id ?? info.liveVersionId
  const against = useVersion(liveId)
  const shown = useVersion(chosen === DRAFT ? null : chosen)
  const livePage = against.data ? pageOf(against.data as PageInfo & typeof against.data) : undefined
  const version = versions.find(({ id }) => id === chosen)
  const page = chosen === DRAFT ? draft : shown.data && pageOf({ ...info, ...shown.data })
  const base =
    liveId === null
      ? emptyPage(draft.type, draft.terminal)
      : livePage && { ...livePage, terminal: draft.terminal, type: draft.type }
  const rows = base && page && chosen !== liveId ? differences(base, page) : []
  const liveName = live ? `线上 ${versionName(live)}` : '线上'
  return (
    <SidePanel
      title={`发布与版本　${title}`}
      width={1150}
      onClose={onClose}
      footer={
        <>
          {/* Stays while a version is looked at: what was typed is there when one comes back to the draft. */}
          <div hidden={version !== undefined}>
            <PublishFoot {...props} versions={versions} rows={rows} />
          </div>
          {version && <VersionFoot key={version.id} {...props} chosen={version} />}
        </>
      }
    >
      <div className={styles.drawer}>
        <ul className={styles.versions} aria-label="版本">
          <li>
            <button
              type="button"
              className={styles.version}
              aria-current={chosen === DRAFT}
              onClick={() => setChosen(DRAFT)}
            >
              <b>
                <em data-state="draft">草稿</em>　现在的草稿
              </b>
              <small>{chosen === DRAFT && base ? (rows.length ? `${rows.length} 处没发布` : '和线上一样') : ''}</small>
              <small>{info.updateBy}</small>
            </button>
          </li>
          {versions.map((each) => (
            <li key={each.id}>
              <VersionButton version={each} isChosen={chosen === each.id} onChoose={() => setChosen(each.id)} />
            </li>
          ))}
          {failed && (
            <li>
              <FailedBlock error={failed.error} onRetry={failed.refetch} />
            </li>
          )}
          {older > 0 && (
            <li>
              <Button type="link" onClick={() => setPages(pages + 1)}>
                更早的 {older} 个版本
              </Button>
            </li>
          )}
        </ul>
        <div>
          <div className={styles.what}>
            <div>
              <h3>
                {liveId === null
                  ? '还没有发布过，发布的是这些'
                  : chosen === liveId
                    ? '线上就是这个版本'
                    : `和${liveName} 比，改了 ${rows.length} 处`}
              </h3>
              {base && page ? (
                <Rows
                  rows={rows}
                  revert={
                    chosen === DRAFT && props.editing && !props.readOnly && liveId !== null
                      ? (row) => takeBack(base, row)
                      : undefined
                  }
                />
              ) : (
                <Skeleton active />
              )}
              {chosen === DRAFT && <Problems page={draft} issues={props.issues} onIssue={props.onIssue} />}
            </div>
            <div className={styles.phones}>
              {base && liveId !== null && chosen !== liveId && (
                <MiniPhone caption={liveName} page={base} isDefault={info.isDefault} rows={rows} />
              )}
              {page && (
                <MiniPhone
                  caption={chosen === DRAFT ? '草稿' : version ? versionName(version) : ''}
                  page={page}
                  isDefault={info.isDefault}
                  rows={rows}
                />
              )}
            </div>
          </div>
        </div>
      </div>
    </SidePanel>
  )
}

function VersionButton({
  version,
  isChosen,
  onChoose,
}: {
  version: PageVersion
  isChosen: boolean
  onChoose: () => void
}) {
  const { live, note, publishAt, offlineAt, setDefault, createBy, createTime } = version
  return (
    <button type="button" className={styles.version} aria-current={isChosen} onClick={onChoose}>
      <b>
        {live && <em data-state="live">线上　</em>}
        <em data-state={publishAt ? 'waits' : undefined}>{versionName(version)}</em>
        {note && `　${note}`}
      </b>
      {publishAt && (
        <small>
          {shortTime(publishAt)} 发布{setDefault && '，设为首页'}
          {offlineAt && `，到 ${shortTime(offlineAt)} 下线`}
        </small>
      )}
      {live && offlineAt && <small>到 {shortTime(offlineAt)} 下线</small>}
      <small>
        {createBy} <When at={createTime} />
      </small>
    </button>
  )
}

function useVersion(id: number | null) {
  return useQuery({
    ...read(pageVersion.info, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
