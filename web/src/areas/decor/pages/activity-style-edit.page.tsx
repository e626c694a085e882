import { activityStyle } from '@zhanggui/contract/decor/activity-style.ts'
import type { StyleType } from '@zhanggui/domain/promotion/activity-style.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { StyleForm } from '../components/style-form.tsx'
import { nounOf } from '../model/style-words.ts'

/** 添加 and 编辑 of 活动边框 and 活动氛围. */
export default function ActivityStyleEditPage() {
  const { type: asked, id } = useParams()
  const type = asked === '0' ? 0 : 1
  return Number(id) ? <Edit id={Number(id)} /> : <New key={type} type={type} />
}

function New({ type }: { type: StyleType }) {
  usePageName(`添加${nounOf(type)}`, `添加${nounOf(type)}`)
  return <StyleForm type={type} onReload={() => undefined} />
}

function Edit({ id }: { id: number }) {
  const [drawn, setDrawn] = useState(0)
  const { data, error, reload } = useReadOnce(read(activityStyle.info, { query: { id }, silent: true }))
  const noun = data && nounOf(data.type)
  usePageName(data && `编辑${noun} · ${data.name}`, noun && `编辑${noun}`)
  async function handleReload() {
    await reload()
    setDrawn(drawn + 1)
  }
  // The type of the style, whatever the address says.
  if (data) return <StyleForm key={drawn} type={data.type} of={data} onReload={handleReload} />
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 8 }} />
}
