import type { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { Button } from 'antd'
import { useWrite } from '../../api/use-write.ts'
import { useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { Lines } from '../detail/parts.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { confirm, openDialog, showSuccess } from '../feedback/feedback.ts'

type SyncRoute = typeof wechatTemplate.syncRoutine | typeof wechatTemplate.syncWechat

/** Brings templates and an account together, after it said what it will do; what the platform refused is listed. */
export function SyncButton({ route, text }: { route: SyncRoute; text: string }) {
  const may = useCan(route)
  const sync = useWrite(route as typeof wechatTemplate.syncRoutine, {
    onSuccess: async ({ added, kept, bound, failed }) => {
      const said = `新增 ${added} 个，对上 ${bound} 个，不变 ${kept} 个`
      if (!failed.length) return showSuccess(`已同步：${said}`)
      await openDialog<void>((done) => (
        <Dialog
          title={`已同步：${said}，${failed.length} 个没有成功`}
          width={640}
          onCancel={() => done()}
          footer={<Button onClick={() => done()}>知道了</Button>}
        >
          <Lines
            rows={failed.map((row, id) => ({ ...row, id }))}
            columns={[
              { title: '模板', width: 180, render: ({ name }) => name },
              { title: '原因', render: ({ message }) => message },
            ]}
          />
        </Dialog>
      ))
    },
  })
  if (!may) return null
  return (
    <WriteButton
      of={sync}
      onClick={async () => {
        const content = '把平台已有的模板对上；平台没有的，从模板库加进账号。两边都不删除。'
        if (await confirm({ title: text, content, okText: '同步' })) sync.mutate({})
      }}
    >
      {text}
    </WriteButton>
  )
}
