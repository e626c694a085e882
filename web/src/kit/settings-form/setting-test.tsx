import { type SettingTest as Kind, setting } from '@zhanggui/contract/setting/setting.ts'
import { Button } from 'antd'
import { useWrite } from '../../api/use-write.ts'
import { showError, showSuccess } from '../feedback/feedback.ts'

const labels: Partial<Record<Kind, string>> = { express: '测试物流查询', map: '测试地图密钥' }

/** Tests the service that a group of settings connects to, with unsaved values. */
export function SettingTest({ kind, values }: { kind: Kind; values: Record<string, unknown> }) {
  const test = useWrite(setting.test, {
    onSuccess: ({ ok, message }) => (ok ? showSuccess(message) : showError(message)),
  })
  return (
    <Button loading={test.isPending} onClick={() => test.mutate({ params: { kind }, body: { values } })}>
      {labels[kind] ?? '测试连接'}
    </Button>
  )
}
