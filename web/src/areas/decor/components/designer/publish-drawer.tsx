import { useQuery, useQueryClient } from '@tanstack/react-query'
import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import { type PageVersion, pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import type { Row } from '@zhanggui/page-kit/diff.ts'
import { componentsOf, emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { Button, Checkbox, Input, Radio, Skeleton, Space } from 'antd'
import { useId, useRef, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { confirm, showSuccess } from '../../../../kit/feedback/feedback.ts'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { useCanvasData } from '../../model/canvas-data.ts'
import { pageOf } from '../../model/page-store.ts'
import { shortTime, versionName } from '../../model/page-words.ts'
import styles from './designer.module.css'
import { DrawnPage, heldBy, useBlocks } from './drawn-page.tsx'
import { differences, takeBack, valueWords } from './page-diff.ts'
import { showPublished } from './published-dialog.tsx'
import { useRects } from './use-rects.ts'

const DRAFT = 'draft' as const

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
  const [limit, setLimit] = useState(20)
  const list = useQuery(read(pageVersion.list, { query: { pageId: info.id, limit } }))
  const versions = list.data?.list ?? []
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
        <DrawerFoot {...props} chosen={version} liveName={liveName} versions={versions} rows={rows} live={live} />
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
              <b>草稿　现在的草稿</b>
              <small>{chosen === DRAFT && base ? (rows.length ? `${rows.length} 处没发布` : '和线上一样') : ''}</small>
              <small>{info.updateBy}</small>
            </button>
          </li>
          {versions.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={styles.version}
                aria-current={chosen === each.id}
                onClick={() => setChosen(each.id)}
              >
                <b>
                  {each.live ? '线上　' : ''}
                  {versionName(each)}
                  {each.note && `　${each.note}`}
                </b>
                {each.publishAt && (
                  <small>
                    {shortTime(each.publishAt)} 发布{each.offlineAt && `，到 ${shortTime(each.offlineAt)} 下线`}
                  </small>
                )}
                {each.live && each.offlineAt && <small>到 {shortTime(each.offlineAt)} 下线</small>}
                <small>
                  {each.createBy} <When at={each.createTime} />
                </small>
              </button>
            </li>
          ))}
          {list.isError && <FailedBlock error={list.error} onRetry={list.refetch} />}
          {(list.data?.total ?? 0) > versions.length && (
            <Button type="link" onClick={() => setLimit(limit + 20)}>
              更早的 {(list.data?.total ?? 0) - versions.length} 个版本
            </Button>
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
                    : `和${liveName}比，改了 ${rows.length} 处`}
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
              {chosen === DRAFT && <Problems issues={props.issues} onIssue={props.onIssue} />}
            </div>
            <div className={styles.phones}>
              {base && liveId !== null && chosen !== liveId && <MiniPhone caption={liveName} page={base} rows={rows} />}
              {page && (
                <MiniPhone
                  caption={chosen === DRAFT ? '草稿' : version ? versionName(version) : ''}
                  page={page}
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

function useVersion(id: number | null) {
  return useQuery({
    ...read(pageVersion.info, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function Rows({ rows, revert }: { rows: readonly Row[]; revert: ((row: Row) => void) | undefined }) {
  return (
    <ul className={styles.rows}>
      {rows.slice(0, 200).map((row) => (
        <li key={`${row.kind} ${row.id} ${row.path.join('.')}`}>
          <span>{row.words}</span>
          {revert && (
            <Button type="link" size="small" onClick={() => revert(row)} aria-label={`撤掉：${row.words}`}>
              撤掉
            </Button>
          )}
          {valueWords(row) && <small title={valueWords(row)}>{valueWords(row)}</small>}
        </li>
      ))}
    </ul>
  )
}

function Problems({ issues, onIssue }: Pick<PublishDrawerProps, 'issues' | 'onIssue'>) {
  const errors = issues.filter(({ level }) => level === 'error')
  const warnings = issues.filter(({ level }) => level !== 'error')
  const block = (some: readonly Issue[], level: Issue['level'], words: string) =>
    some.length > 0 && (
      <section className={styles.problems} data-level={level}>
        <b>{words}</b>
        <ul>
          {some.slice(0, 20).map((issue) => (
            <li key={`${issue.componentId} ${issue.path.join('.')} ${issue.code}`}>
              {issue.message}
              <Button type="link" size="small" onClick={() => onIssue(issue)}>
                去补
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <>
      {block(errors, 'error', `${errors.length} 个错误，修正后才能发布`)}
      {block(warnings, 'warning', `${warnings.length} 个提醒，不挡发布`)}
    </>
  )
}

const MINI_PERCENT = 52

/** A page in small, with what differs outlined. */
function MiniPhone({ caption, page, rows }: { caption: string; page: Page; rows: readonly Row[] }) {
  const blocks = useBlocks()
  const data = useCanvasData(
    componentsOf(page).flatMap((component) => heldBy(component, blocks) ?? []),
    page.terminal,
  )
  const scroller = useRef<HTMLElement>(null)
  const kinds = new Map(rows.filter(({ id }) => id).map(({ id, kind }) => [id, kind]))
  const rects = useRects(scroller, [...kinds.keys()], MINI_PERCENT, [page, data])
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <div className={styles.mini}>
        <div>
          <DrawnPage
            page={page}
            data={data}
            blocks={blocks}
            title={page.settings.pageTitle || '首页'}
            scrollRef={(node) => {
              scroller.current = node
            }}
            over={[...rects].map(([id, { top, height }]) => (
              <span
                key={id}
                className={styles.mark}
                data-kind={kinds.get(id)}
                style={{ top, left: 2, width: 371, height }}
              />
            ))}
          />
        </div>
      </div>
    </figure>
  )
}

type FootProps = PublishDrawerProps & {
  chosen: PageVersion | undefined
  liveName: string
  versions: readonly PageVersion[]
  rows: readonly Row[]
  live: PageVersion | undefined
}

function DrawerFoot(props: FootProps) {
  return props.chosen ? <VersionFoot {...props} chosen={props.chosen} /> : <PublishFoot {...props} />
}

/** Note, time, end and home of what is published now. */
function PublishFoot({ info, issues, timed, latestVersion, versions, onSave, onPublished, onIssue, rows }: FootProps) {
  const noteId = useId()
  const [note, setNote] = useState('')
  const [isTimed, setTimed] = useState(timed)
  const [publishAt, setPublishAt] = useState<string | null>(null)
  const [hasEnd, setHasEnd] = useState(false)
  const [offlineAt, setOfflineAt] = useState<string | null>(null)
  const [setDefault, setSetDefault] = useState(false)
  const [busy, setBusy] = useState(false)
  const mayDefault = useCan(decorPage.setDefault)
  const client = useQueryClient()
  const publish = useWrite(decorPage.publish, {
    once: true,
    onSuccess: (_, { body }) => {
      client.invalidateQueries()
      onPublished()
      if (body?.publishAt) showSuccess(`将在 ${shortTime(body.publishAt)} 发布`)
      else showPublished({ ...info, isDefault: info.isDefault || body?.setDefault === true })
    },
    onError: (error) => {
      const found =
        error instanceof CallError ? (error.body as { issues?: Issue[] } | undefined)?.issues?.[0] : undefined
      if (found) onIssue(found)
    },
  })
  const errors = issues.filter(({ level }) => level === 'error').length
  const waits = isTimed && !publishAt
  const noEnd = hasEnd && !offlineAt

  async function handlePublish() {
    setBusy(true)
    const isSaved = await onSave()
    setBusy(false)
    if (!isSaved) return
    publish.mutate({
      params: { id: info.id },
      body: {
        version: latestVersion(),
        note: note.trim(),
        ...(isTimed && publishAt ? { publishAt } : {}),
        ...(hasEnd && offlineAt ? { offlineAt } : {}),
        ...(setDefault ? { setDefault } : {}),
      },
    })
  }
  const act = isTimed
    ? publishAt
      ? `定时 ${shortTime(publishAt)} 发布`
      : '定时发布'
    : rows.length
      ? `发布 ${rows.length} 处`
      : '发布'
  return (
    <Can do={decorPage.publish}>
      <div className={styles.form}>
        <label htmlFor={noteId} className={styles.noteField}>
          这次改了什么 <small>写在版本名里</small>
          <Input id={noteId} maxLength={100} showCount value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
        <div>
          什么时候
          <Space wrap style={{ display: 'flex' }}>
            <Radio.Group
              value={isTimed}
              onChange={({ target }) => setTimed(target.value)}
              options={[
                { value: false, label: '现在' },
                { value: true, label: '定时' },
              ]}
            />
            {isTimed && <WireTimePicker value={publishAt} onChange={setPublishAt} aria-label="发布时间" />}
          </Space>
        </div>
        <Space wrap>
          <Checkbox checked={hasEnd} onChange={({ target }) => setHasEnd(target.checked)}>
            到时候下线
          </Checkbox>
          {hasEnd && <WireTimePicker value={offlineAt} onChange={setOfflineAt} aria-label="下线时间" />}
          {hasEnd && offlineAt && <small>{afterEnd(offlineAt, versions, info)}</small>}
        </Space>
        {mayDefault && (
          <Checkbox
            checked={setDefault || info.isDefault}
            disabled={info.isDefault}
            onChange={({ target }) => setSetDefault(target.checked)}
          >
            {info.type === 4 ? '同时设为个人中心' : '同时设为首页'} {info.isDefault && <small>它已经是了</small>}
          </Checkbox>
        )}
      </div>
      <div className={styles.drawerFoot}>
        <span className={styles.note}>
          {waits || noEnd
            ? `请选择${waits ? '发布' : '下线'}时间`
            : isTimed
              ? '定时发布的是现在这份草稿；之后再改，要重新定时'
              : errors
                ? `有 ${errors} 个错误，修正后才能发布`
                : ''}
        </span>
        <WriteButton
          type="primary"
          of={{ ...publish, isPending: publish.isPending || busy }}
          disabled={errors > 0 || waits || noEnd}
          onClick={handlePublish}
        >
          {act}
        </WriteButton>
      </div>
    </Can>
  )
}

/** What follows the end: a schedule that is due then, the last version without an end where a page may not go dark, or nothing. */
function afterEnd(end: string, versions: readonly PageVersion[], { isDefault, terminal }: PageInfo): string {
  const next = versions
    .filter(({ scheduleId, publishAt }) => scheduleId !== null && publishAt !== null && publishAt <= end)
    .toSorted((one, other) => ((one.publishAt ?? '') < (other.publishAt ?? '') ? 1 : -1))[0]
  if (next) return `之后「${next.note || '定时'}」接上`
  const before = versions.find(({ no, offlineAt }) => no !== null && !offlineAt)
  if (!isDefault || terminal !== 3) return '之后下线'
  return before ? `之后回到 ${versionName(before)}` : '之后没有别的版本可接，会一直显示'
}

/** A version: looked at, put back, its time changed. */
function VersionFoot({
  info,
  chosen,
  latestVersion,
  readOnly,
  onTaken,
  onSave,
  onPreview,
  onPublished,
}: FootProps & { chosen: PageVersion }) {
  const mayPublish = useCan(decorPage.publish)
  const [publishAt, setPublishAt] = useState(chosen.publishAt)
  const client = useQueryClient()
  const rollback = useWrite(pageVersion.rollback, {
    once: true,
    onSuccess: async (answer, { body }) => {
      const after = await call(decorPage.info, { params: { id: info.id } })
      onTaken(pageOf(after), answer.version, `恢复到 ${versionName(chosen)}`)
      client.invalidateQueries()
      showSuccess(body.publish ? '已恢复并发布' : '已恢复，撤销可以回来')
      if (!body.publish) return
      onPublished()
      showPublished(info)
    },
  })
  const cancel = useWrite(decorPage.cancelSchedule, { message: '已取消定时' })
  const move = useWrite(decorPage.updateSchedule, { message: '已改时间' })
  const isWaiting = chosen.scheduleId !== null

  async function handleRollback(publish: boolean) {
    const content = `${publish ? '恢复并发布' : '恢复到'} ${versionName(chosen)}（${shortTime(chosen.createTime)}）？现在的草稿会留作一个版本，可以再找回来。`
    if (!(await confirm({ content, okText: publish ? '恢复并发布' : '恢复' }))) return
    if (!(await onSave())) return
    rollback.mutate({ body: { versionId: chosen.id, version: latestVersion(), publish } })
  }
  return (
    <div className={styles.drawerFoot}>
      <span className={styles.note} />
      <Button onClick={() => onPreview(chosen.id)}>查看</Button>
      {isWaiting && mayPublish && chosen.scheduleId !== null && (
        <>
          <WireTimePicker value={publishAt} onChange={setPublishAt} aria-label="发布时间" />
          <WriteButton
            of={move}
            disabled={!publishAt || publishAt === chosen.publishAt || publishAt < toWireTime(serverNow())}
            onClick={() =>
              move.mutate({
                params: { id: chosen.scheduleId as number },
                body: { publishAt: publishAt ?? '', ...(chosen.offlineAt ? { offlineAt: chosen.offlineAt } : {}) },
              })
            }
          >
            改时间
          </WriteButton>
          <WriteButton
            of={cancel}
            danger
            onClick={() => cancel.mutate({ params: { id: chosen.scheduleId as number } })}
          >
            取消定时
          </WriteButton>
        </>
      )}
      {!readOnly && (
        <WriteButton of={rollback} onClick={() => handleRollback(false)}>
          恢复到此版本
        </WriteButton>
      )}
      {!readOnly && mayPublish && !isWaiting && !chosen.live && (
        <WriteButton type="primary" of={rollback} onClick={() => handleRollback(true)}>
          恢复并发布
        </WriteButton>
      )}
    </div>
  )
}
