import { type SettingTest as Kind, setting } from '@zhanggui/contract/setting/setting.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { showError, showSuccess } from '../../../../kit/feedback/feedback.ts'

const labels: Partial<Record<Kind, string>> = { express: '测试物流查询', map: '测试地图密钥', pay: '测试支付' }

/** Tests the service that a group of settings connects to, with unsaved values. */
export function SettingTest({ kind, values }: { kind: Kind; values: Record<string, unknown> }) {
  const test = useWrite(setting.test, {
    onSuccess: ({ ok, message }) => (ok ? showSuccess(message) : showError(message)),
  })
  return (
    <WriteButton of={test} onClick={() => test.mutate({ params: { kind }, body: { values } })}>
      {labels[kind] ?? '测试连接'}
    </WriteButton>
  )
}
