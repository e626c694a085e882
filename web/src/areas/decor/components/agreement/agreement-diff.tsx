import { diffParagraphs, paragraphsOf } from '@zhanggui/domain/decor/agreement.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import styles from './agreement.module.css'

const signs = { added: '新增', removed: '删去', same: '' }

type Props = { title: string; before: string; after: string; onClose: () => void }

/** What differs between two texts of an agreement, paragraph by paragraph. */
export function AgreementDiff({ title, before, after, onClose }: Props) {
  const lines = diffParagraphs(paragraphsOf(before), paragraphsOf(after))
  const changed = lines.filter(({ kind }) => kind !== 'same').length
  return (
    <Dialog title={title} width={720} footer={null} onCancel={onClose}>
      <p>{changed ? `${changed} 段有变化` : '文字没有变化'}</p>
      <div className={styles.diff}>
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id of their own
          <p key={index} data-kind={kind}>
            {signs[kind] && <b>{signs[kind]}　</b>}
            {text}
          </p>
        ))}
      </div>
    </Dialog>
  )
}
