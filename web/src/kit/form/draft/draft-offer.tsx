import { parseWireTime } from '@zhanggui/domain/time.ts'
import { Alert, Button, Space } from 'antd'
import { serverNow } from '../../../api/server-time.ts'
import { pastText } from '../../text/when-text.ts'
import type { Draft } from './use-draft.ts'

/** Above a form: what was typed before a reload or a crash, each draft to be taken back or discarded. */
export function DraftOffer({ draft }: { draft: Draft }) {
  return draft.offered.map(({ key, time, words }) => (
    <Alert
      key={key}
      type="info"
      showIcon
      title={`有未保存的内容${words && `「${words.slice(0, 20)}」`}（${timeOf(time)}）`}
      action={
        <Space>
          <Button size="small" type="primary" onClick={() => draft.restore(key)}>
            恢复未保存的内容
          </Button>
          <Button size="small" onClick={() => draft.discard(key)}>
            丢弃
          </Button>
        </Space>
      }
    />
  ))
}

function timeOf(written: string): string {
  const time = parseWireTime(written)
  return time ? pastText(time, serverNow()) : written
}
