import { useQuery } from '@tanstack/react-query'
import { type Attachment, attachment } from '@zhanggui/contract/file/attachment.ts'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'
import { FilePreview } from './file-preview.tsx'
import styles from './media.module.css'

/** A file of the library, and where it is used. */
export function MediaPreview({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const mayAsk = useCan(attachment.info)
  return (
    <FilePreview file={file} onClose={onClose}>
      {mayAsk && file.refCount > 0 && <Uses id={file.id} />}
    </FilePreview>
  )
}

function Uses({ id }: { id: number }) {
  const { data } = useQuery(read(attachment.info, { params: { id }, silent: true }))
  const titles = [...new Set(data?.refs.map(({ title }) => title))]
  if (!titles.length) return null
  return (
    <dl className={styles.preview}>
      <dt>使用位置</dt>
      <dd>{titles.join('、')}</dd>
    </dl>
  )
}
