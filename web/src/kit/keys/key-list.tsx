import { Dialog } from '../dialog/dialog.tsx'
import styles from './key-list.module.css'
import { type KeyGroup, writtenKey } from './keys.ts'

/** 快捷键: what the keyboard does here, group by group. */
export default function KeyList({ groups, onClose }: { groups: readonly KeyGroup[]; onClose: () => void }) {
  return (
    <Dialog title="快捷键" width={560} footer={null} onCancel={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3>{title}</h3>
          <dl className={styles.keys}>
            {keys.map((key) => (
              <div key={writtenKey(key)}>
                <dt>
                  <kbd className={styles.key}>{writtenKey(key)}</kbd>
                </dt>
                <dd>{key.act}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
