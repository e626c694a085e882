import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { seenKinds } from '@zhanggui/contract/staff/see-as.ts'
import { useState } from 'react'
import { reactToError } from '../../api/reactions.ts'
import { leaveSeeing, useSession } from '../../api/session.ts'
import styles from './layout.module.css'

/** On every page while the console is looked at as somebody else: as whom, that nothing can be changed, and the way back. */
export function SeeingBar() {
  const seeing = useSession(({ user }) => user?.seeing)
  const [leaving, setLeaving] = useState(false)
  if (!seeing) return null

  async function handleLeave() {
    setLeaving(true)
    await leaveSeeing().catch((error: unknown) => {
      reactToError(error)
      setLeaving(false)
    })
  }
  return (
    <section className={styles.seeing} aria-label="以此身份查看">
      <EyeOutlined aria-hidden />
      <span className={styles.seeingName}>
        <span className={styles.seeingMore}>正在</span>以{seenKinds[seeing.kind]}
        <b>「{seeing.name}」</b>
        <span className={styles.seeingMore}>的身份</span>查看
      </span>
      <span className={styles.seeingRule}>
        ，只能看<span className={styles.seeingMore}>，不能修改</span>
      </span>
      <button type="button" disabled={leaving} onClick={handleLeave}>
        退出查看
      </button>
    </section>
  )
}
