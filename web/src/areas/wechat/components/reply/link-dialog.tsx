import { Form, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'

type LinkDialogProps = { kind: 'web' | 'mini'; onInsert: (tag: string) => void; onClose: () => void }

const WEB = /^https?:\/\/[^\s"<>]+$/
const escaped = (text: string) => text.replace(/["<>]/g, '')

/** Makes a link in the text of a reply: to a web page, or to a page of a mini-program. */
export function LinkDialog({ kind, onInsert, onClose }: LinkDialogProps) {
  const [words, setWords] = useState('')
  const [url, setUrl] = useState('')
  const [appid, setAppid] = useState('')
  const [path, setPath] = useState('')
  const isMini = kind === 'mini'
  const ready = words.trim() && WEB.test(url) && (!isMini || (/^wx[0-9a-f]{16}$/.test(appid) && path.trim()))
  function handleInsert() {
    const mini = ` data-miniprogram-appid="${appid}" data-miniprogram-path="${escaped(path.trim())}"`
    onInsert(`<a${isMini ? mini : ''} href="${url}">${escaped(words.trim())}</a>`)
    onClose()
  }
  return (
    <Dialog
      title={isMini ? '插入小程序' : '插入链接'}
      width={440}
      okText="插入"
      okButtonProps={{ disabled: !ready }}
      onOk={handleInsert}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="显示的文字" required htmlFor="link-words">
          <Input id="link-words" maxLength={60} value={words} onChange={({ target }) => setWords(target.value)} />
        </Form.Item>
        {isMini && (
          <>
            <Form.Item label="小程序 AppID" required htmlFor="link-appid" extra="须与公众号关联">
              <Input
                id="link-appid"
                placeholder="wx 开头"
                value={appid}
                onChange={({ target }) => setAppid(target.value.trim())}
              />
            </Form.Item>
            <Form.Item label="小程序页面" required htmlFor="link-path">
              <Input
                id="link-path"
                placeholder="如 pages/index/index"
                value={path}
                onChange={({ target }) => setPath(target.value)}
              />
            </Form.Item>
          </>
        )}
        <Form.Item label={isMini ? '打不开小程序时去' : '网页地址'} required htmlFor="link-url">
          <Input
            id="link-url"
            placeholder="https://"
            value={url}
            onChange={({ target }) => setUrl(target.value.trim())}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
