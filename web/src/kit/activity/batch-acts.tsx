import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { confirm, showSuccess } from '../feedback/feedback.ts'
import { TwoLine } from '../text/two-line.tsx'
import styles from './activity.module.css'
import type { ActivityScreens } from './activity-screens.ts'

type Result = RouteAnswer<typeof activity.batch> & { word: string }

/** Opens or closes the chosen activities, each by itself; what could not be done is listed with its reason. */
export function BatchActs({ kind, ids }: { kind: ActivityScreens; ids: readonly number[] }) {
  const [result, setResult] = useState<Result>()
  const allowed = useCan(kind.routes.useStatus)
  const send = useWrite(activity.batch)
  if (!allowed) return null

  async function turn(action: 'open' | 'close') {
    const word = action === 'open' ? '开启' : '关闭'
    if (action === 'close') {
      const content = `关闭 ${ids.length} 个活动？不再接受新订单，待付款的仍可付款。`
      if (!(await confirm({ content, okText: `关闭 ${ids.length} 个` }))) return
    }
    const answer = await send.mutateAsync({ body: { ids: [...ids], action } }).catch(() => undefined)
    if (answer?.failed) setResult({ ...answer, word })
    else if (answer) showSuccess(`已${word} ${answer.success} 个`)
  }

  return (
    <>
      <WriteButton size="small" of={send} onClick={() => turn('open')}>
        开启 {ids.length} 个
      </WriteButton>
      <WriteButton size="small" of={send} onClick={() => turn('close')}>
        关闭 {ids.length} 个
      </WriteButton>
      {result && (
        <Dialog
          title={`${result.word}：成功 ${result.success} 个，失败 ${result.failed} 个`}
          onCancel={() => setResult(undefined)}
          footer={
            <Button type="primary" onClick={() => setResult(undefined)}>
              知道了
            </Button>
          }
        >
          <ul className={styles.skus} aria-label="没有成功的活动">
            {result.errors.map(({ id, title, message }) => (
              <li key={id}>
                <TwoLine top={title} below={message} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
