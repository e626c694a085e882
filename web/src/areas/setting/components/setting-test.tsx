import { type SettingTest as Kind, setting } from '@zhanggui/contract/setting/setting.ts'
import { Button } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { showError, showSuccess } from '../../../kit/feedback/feedback.ts'

/** Tests the service that a group of settings connects to, with unsaved values. */
export function SettingTest({ kind, values }: { kind: Kind; values: Record<string, unknown> }) {
  const test = useWrite(setting.test, {
    onSuccess: ({ ok, message }) => (ok ? showSuccess(message) : showError(message)),
  })
  return (
    <Button loading={test.isPending} onClick={() => test.mutate({ params: { kind }, body: { values } })}>
      测试连接
    </Button>
  )
}
