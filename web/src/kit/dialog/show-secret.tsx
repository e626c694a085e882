import { Alert, Button, Flex, Typography } from 'antd'
import { copy } from '../feedback/copy.ts'
import { openDialog } from '../feedback/feedback.ts'
import { Dialog } from './dialog.tsx'

/**
 * Shows a secret that cannot be shown again, until the dialog is closed.
 * @param hint why it matters now, and how it is used
 */
export function showSecret({ title, hint, secret }: { title: string; hint: string; secret: string }): Promise<void> {
  return openDialog<void>((done) => (
    <Dialog
      title={title}
      width={520}
      keyboard={false}
      onCancel={() => done()}
      footer={[
        <Button key="copy" onClick={() => copy(secret)}>
          复制
        </Button>,
        <Button key="ok" type="primary" onClick={() => done()}>
          我已保存
        </Button>,
      ]}
    >
      <Flex vertical gap="middle">
        <Alert type="warning" showIcon title={hint} />
        <Typography.Text code strong style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Typography.Text>
      </Flex>
    </Dialog>
  ))
}
