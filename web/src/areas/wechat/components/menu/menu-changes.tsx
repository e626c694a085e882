import type { MenuChange, WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { Button } from 'antd'
import styles from './menu.module.css'

type MenuChangesProps = {
  changes: readonly MenuChange[]
  disabled: boolean
  onUndo: (menu: WechatMenu) => void
}

const signs = { add: '＋', remove: '－', edit: '改', move: '序' } as const

/** How the menu differs from what fans see; each difference can be taken back. */
export function MenuChanges({ changes, disabled, onUndo }: MenuChangesProps) {
  return (
    <section className={styles.card} aria-label="这次改了">
      <header className={styles.cardHead}>
        <h2>这次改了</h2>
        <span>和线上比</span>
      </header>
      {changes.length === 0 && <p className={styles.note}>和粉丝看到的一样</p>}
      <ul className={styles.changes}>
        {changes.map(({ kind, text, undone }) => (
          <li key={`${kind} ${text}`}>
            <i data-kind={kind} aria-hidden>
              {signs[kind]}
            </i>
            <span>{text}</span>
            <Button type="link" size="small" disabled={disabled} onClick={() => onUndo(undone)}>
              撤掉
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>发布后粉丝重新进入公众号，约 5 分钟内看到新菜单</p>
    </section>
  )
}
