import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button } from 'antd'
import { copy } from './copy.ts'

/** A text with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <code>{text}</code>
      <Button
        type="link"
        size="small"
        icon={<CopyOutlined aria-hidden />}
        aria-label={`复制 ${text}`}
        onClick={() => copy(text)}
      />
    </span>
  )
}
