import { auth } from '@zhanggui/contract/staff/auth.ts'
import { Modal, Spin } from 'antd'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { openDialog } from '../kit/feedback/feedback.ts'
import { EmptyBlock } from '../kit/page/block-state.tsx'

const RETRY_MS = 15_000
let shown = false

/** Covers the console during maintenance, and checks every 15 s whether it is over. */
export async function showMaintenance() {
  if (shown) return
  shown = true
  await openDialog<void>((done) => <Maintenance done={done} />)
  shown = false
  queryClient.invalidateQueries()
}

function Maintenance({ done }: { done: () => void }) {
  useEffect(() => {
    const retry = () =>
      call(auth.site, { silent: true }).then(
        ({ maintenance }) => {
          if (!maintenance) done()
        },
        () => undefined,
      )
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [done])
  return (
    <Modal open footer={null} closable={false} keyboard={false} mask={{ closable: false }} width="100%" centered>
      <EmptyBlock icon={<Spin size="large" />} text="系统维护中，请稍后再试" more="恢复后会自动继续" />
    </Modal>
  )
}
