import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { useQuery } from '@tanstack/react-query'
import { StorageMove, storage } from '@zhanggui/contract/file/storage.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { fileProviderNames, fileProviders } from '@zhanggui/domain/file/file-type.ts'
import { Alert, Dropdown, Form, Select } from 'antd'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { useListDialog } from '../../../kit/list-page/list-dialogs.tsx'
import { openTasks } from '../../../kit/tasks.ts'

const STARTED = '已开始，进度见任务中心'

/** Long tasks on all stored files: moving them to another storage, and registering those in the Qiniu bucket. */
export function StorageTools() {
  const open = useListDialog()
  const mayMove = useCan(storage.migrate)
  const maySynchronize = useCan(storage.synchronize)
  const synchronize = useWrite(storage.synchronize, { message: STARTED, onSuccess: openTasks })

  async function handleSynchronize() {
    const content = '同步七牛云的文件？本系统没有记录的文件会登记进来。'
    if (await confirm({ content, okText: '同步' })) synchronize.mutate({})
  }

  const items = [
    ...(mayMove
      ? [{ key: 'move', label: '迁移存储', onClick: () => open((close) => <MoveDialog onClose={close} />) }]
      : []),
    ...(maySynchronize ? [{ key: 'synchronize', label: '同步七牛云文件', onClick: handleSynchronize }] : []),
  ]
  if (!items.length) return null
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <WriteButton icon={<DownOutlined aria-hidden />} iconPlacement="end" of={synchronize}>
        存储
      </WriteButton>
    </Dropdown>
  )
}

function MoveDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<StorageMove>()
  const { data } = useQuery(read(setting.client))
  const move = useWrite(storage.migrate, {
    form,
    message: STARTED,
    onSuccess: () => {
      onClose()
      openTasks()
    },
  })
  if (!data) return null
  // The usual case: moving local files to the cloud that was just set up.
  const initial = data.uploadType === 1 ? { from: undefined, to: 1 } : { from: 1, to: data.uploadType }
  return (
    <Dialog title="迁移存储" width={480} okText="开始迁移" of={move} onOk={form.submit} onCancel={onClose}>
      <WriteForm
        of={move}
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(body) => move.mutate({ body })}
      >
        <Field of={StorageMove} name="from">
          <Select options={providers} />
        </Field>
        <Field of={StorageMove} name="to">
          <Select options={providers} />
        </Field>
      </WriteForm>
      <Alert
        type="info"
        showIcon
        title="公开文件逐个复制到目标存储后改为从那里读取，原文件保留，旧地址仍可访问。证书等私有文件不会离开本机。"
      />
    </Dialog>
  )
}

const providers = fileProviders.map((value) => ({ value, label: fileProviderNames[value] }))
