import { Alert, Button, Space } from 'antd'
import type { Draft } from './use-draft.ts'

/** Above a form: what was typed before a reload, to be taken back or discarded. */
export function DraftOffer({ draft }: { draft: Draft }) {
  if (!draft.offered) return null
  return (
    <Alert
      type="info"
      showIcon
      title={`有未保存的内容（${draft.offered}）`}
      action={
        <Space>
          <Button size="small" type="primary" onClick={draft.restore}>
            恢复未保存的内容
          </Button>
          <Button size="small" onClick={draft.forget}>
            丢弃
          </Button>
        </Space>
      }
    />
  )
}
