import { Alert, Button, Flex, Typography } from 'antd'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { openDialog } from '../../../../kit/feedback/feedback.ts'

/** Shows a password until it is closed; it is never shown again. */
export function showPassword(title: string, username: string, password: string): Promise<void> {
  return openDialog<void>((done) => (
    <Dialog
      title={title}
      width={440}
      keyboard={false}
      onCancel={() => done()}
      footer={[
        <Button key="copy" onClick={() => copy(password)}>
          复制密码
        </Button>,
        <Button key="ok" type="primary" onClick={() => done()}>
          我已保存
        </Button>,
      ]}
    >
      <Flex vertical gap="middle">
        <Alert type="warning" showIcon title="密码只显示这一次，请立即复制并告知本人。首次登录须修改密码。" />
        <div>
          用户名：<Typography.Text strong>{username}</Typography.Text>
        </div>
        <div>
          密码：
          <Typography.Text code strong>
            {password}
          </Typography.Text>
        </div>
      </Flex>
    </Dialog>
  ))
}
