import { history } from '@zhanggui/contract/monitor/history.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { useWrite } from '../../api/use-write.ts'
import { confirm, showInfo, showWarning } from '../feedback/feedback.ts'
import { ChangeLines } from './change-lines.tsx'
import styles from './history.module.css'

type Params = Parameters<typeof call<typeof history.list>>[1]['params']
type Wish = { entry: number; field?: string }

/** Goes back behind an entry, after it was shown what changes by that and what stays. */
export function useRestore(params: Params) {
  const [asking, setAsking] = useState(false)
  const write = useWrite(history.restore, {
    message: '已恢复',
    onConflict: (_current, message) => void showWarning(message),
  })

  async function restore(wish: Wish) {
    setAsking(true)
    try {
      const { changes, kept, version } = await call(history.preview, { params, query: wish })
      const staying = kept.map(({ label, reason }) => `${label}（${reason}）`).join('；')
      if (!changes.length)
        return void (await showInfo(staying ? `没有可以恢复的内容：${staying}` : '现在的内容与当时相同，不需要恢复'))
      const content = (
        <div className={styles.preview}>
          <p>恢复后，下面 {changes.length} 项会从现在的内容变成当时的内容：</p>
          <ChangeLines changes={changes} />
          {staying && <p className={styles.note}>保持不变：{staying}</p>}
        </div>
      )
      if (await confirm({ title: '恢复', content, okText: `恢复 ${changes.length} 项` }))
        await write.mutateAsync({ params, body: { ...wish, version } }).catch(() => undefined)
    } catch (error) {
      reactToError(error)
    } finally {
      setAsking(false)
    }
  }

  return { restore, busy: asking || write.isPending }
}
