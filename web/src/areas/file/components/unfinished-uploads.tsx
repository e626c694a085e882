import { useQuery } from '@tanstack/react-query'
import { PART_BYTES, type Upload, upload } from '@zhanggui/contract/file/upload.ts'
import { Alert } from 'antd'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'

/**
 * Interrupted uploads of large files: choosing the same file again resumes them.
 * @param sending names of the files being uploaded now
 */
export function UnfinishedUploads({ sending }: { sending: readonly string[] }) {
  const { data } = useQuery(read(upload.list))
  const remove = useWrite(upload.remove, { message: '已放弃上传' })
  const stopped = (data ?? []).filter(({ name }) => !sending.includes(name))
  if (!stopped.length) return null

  async function handleRemove({ id, name }: Upload) {
    if (await confirmDelete(`放弃上传「${name}」？已上传的部分会被删除。`, '放弃')) remove.mutate({ params: { id } })
  }

  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title="有未完成的上传，重新选择同一文件即可继续"
      description={
        <ul style={{ margin: 0, paddingInlineStart: 16 }}>
          {stopped.map((one) => (
            <li key={one.id}>
              {one.name}，已上传 {shareOf(one)}%，保留至 {one.expireTime}
              <WriteButton
                of={remove}
                type="link"
                size="small"
                aria-label={`放弃上传 ${one.name}`}
                onClick={() => handleRemove(one)}
              >
                放弃
              </WriteButton>
            </li>
          ))}
        </ul>
      }
    />
  )
}

function shareOf({ bytes, received }: Upload): number {
  return Math.min(99, Math.floor(((received.length * PART_BYTES) / bytes) * 100))
}
