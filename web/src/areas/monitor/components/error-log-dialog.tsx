import { useQuery } from '@tanstack/react-query'
import { type ErrorLog, errorLog } from '@zhanggui/contract/monitor/log.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { Button, Form, Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../../../kit/watching.module.css'
import { LogInput } from './log-detail.tsx'

/** 查看详情: an error with its stack, and the note of the person who handled it. */
export function ErrorLogDialog({ row, onClose }: { row: ErrorLog; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(errorLog.info, { params: { id: row.id } }))
  const mayHandle = useCan(errorLog.handle)
  const [form] = Form.useForm()
  const handle = useWrite(errorLog.handle, { message: '已标记处理', form, onSuccess: onClose })
  return (
    <Dialog
      title="异常详情"
      width={960}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => copy(data?.exception)}>
          复制
        </Button>,
        mayHandle && (
          <WriteButton key="handle" type="primary" of={handle} onClick={form.submit}>
            标记已处理
          </WriteButton>
        ),
      ]}
    >
      {error && <FailedBlock error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton active />}
      {data && (
        <>
          <Facts
            items={[
              { label: '描述', value: `${data.description}（${data.method}）` },
              { label: '时间', value: <When at={data.createTime} /> },
              { label: '用户', value: `${personName(data.nickName, data.username) || '未登录'} ${data.requestIp}` },
              { label: '同类异常', value: `${data.similar} 次（指纹 ${data.fingerprint || '无'}）` },
              { label: '请求编号', value: <CopyText text={data.requestId} /> },
              { label: '处理', value: data.handledBy ? `${data.handledBy} ${data.handledTime}` : '未处理' },
              { label: '提交内容', value: <LogInput of={row} /> },
            ]}
          />
          <p>异常堆栈</p>
          <pre className={styles.code}>{data.exception || '没有记录堆栈'}</pre>
          {mayHandle && (
            <WriteForm
              form={form}
              layout="vertical"
              of={handle}
              initialValues={{ note: data.note }}
              onFinish={(body) => handle.mutate({ params: { id: row.id }, body })}
            >
              <Field of={errorLog.handle.body} name="note" />
            </WriteForm>
          )}
        </>
      )}
    </Dialog>
  )
}
