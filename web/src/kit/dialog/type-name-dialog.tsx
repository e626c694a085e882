import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { WriteButton } from '../access/write-button.tsx'
import { WriteForm } from '../form/write-form.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  /** What is deleted: 门店. */
  what: string
  /** Its name, which must be typed. */
  name: string
  /** What goes with it. */
  consequence: string
  /** Settles when it is deleted or the refusal was shown. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is deleted for good: its name has to be typed. Render it only while it is open. */
export function TypeNameDialog({ what, name, consequence, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const matches = typed.trim() === name

  async function handleConfirm() {
    if (!matches || busy) return
    setBusy(true)
    await onConfirm().catch(() => undefined)
    onClose()
  }

  return (
    <Dialog
      title={`彻底删除${what}「${name}」？`}
      width={480}
      onCancel={onClose}
      footer={[
        <Button key="cancel" disabled={busy} onClick={onClose}>
          不删除
        </Button>,
        <WriteButton
          key="ok"
          danger
          type="primary"
          disabled={!matches}
          of={{ isPending: busy }}
          onClick={handleConfirm}
        >
          彻底删除
        </WriteButton>,
      ]}
    >
      <p>{consequence}</p>
      <WriteForm layout="vertical" of={{ isPending: busy }} onFinish={handleConfirm}>
        <Form.Item label={`请输入${what}名称`} extra={name}>
          <Input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </Form.Item>
      </WriteForm>
    </Dialog>
  )
}
