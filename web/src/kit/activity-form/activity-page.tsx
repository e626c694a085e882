import { Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'
import { ActivityLook } from '../activity/activity-look.tsx'
import { type ActivityScreens, isLocked, type StoredActivity } from '../activity/activity-screens.ts'
import type { Fact } from '../detail/parts.tsx'
import { FailedBlock } from '../page/block-state.tsx'
import { usePageName } from '../page/page-name.ts'
import { useReadOnce } from '../page/read-once.ts'

type Props<Of extends StoredActivity> = {
  kind: ActivityScreens
  /** The terms of its own, for reading. */
  facts: (of: Of) => readonly Fact[]
  /** The form, empty for a new one. @param onReload reads it again, after somebody else changed it */
  form: (of: Of | undefined, onReload: () => Promise<void>) => ReactNode
}

/** 添加, 编辑 and 详情 of an activity: whoever may not edit it, and whoever asks for it, reads it. */
export function ActivityPage<Of extends StoredActivity>(props: Props<Of>) {
  const id = Number(useParams().id) || undefined
  return id === undefined ? <New {...props} /> : <Stored key={id} {...props} id={id} />
}

function New<Of extends StoredActivity>({ kind: { noun }, form }: Props<Of>) {
  usePageName(`添加${noun}`, `添加${noun}`)
  return form(undefined, async () => undefined)
}

function Stored<Of extends StoredActivity>({ kind, facts, form, id }: Props<Of> & { id: number }) {
  const [drawn, setDrawn] = useState(0)
  const [params, setParams] = useSearchParams()
  const mayEdit = useCan(kind.routes.update)
  const { data, error, reload } = useReadOnce(read(kind.routes.info, { query: { id }, silent: true }))
  const of = data as Of | undefined
  const looks = params.get('mode') === 'info' || !mayEdit || (of !== undefined && isLocked(kind, of))
  const act = looks ? '' : '编辑'
  usePageName(of && `${act}${kind.noun} · ${of.title}`, looks ? `${kind.noun}详情` : `编辑${kind.noun}`)
  async function handleReload() {
    await reload()
    setDrawn(drawn + 1)
  }
  function handleEdit() {
    params.delete('mode')
    setParams(params, { replace: true })
  }
  async function handleClosed() {
    await handleReload()
    handleEdit()
  }
  if (of && looks)
    return <ActivityLook kind={kind} of={of} facts={facts(of)} onEdit={handleEdit} onClosed={handleClosed} />
  if (of) return <Fresh key={drawn}>{form(of, handleReload)}</Fresh>
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

/** Begins the form anew with what was read again. */
const Fresh = ({ children }: { children: ReactNode }) => children
