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
  const [tried, setTried] = useState(false)
  const isMini = kind === 'mini'
  const faults = {
    words: !words.trim() && '请填写显示的文字',
    appid: isMini && !/^wx[0-9a-f]{16}$/.test(appid) && '请填写小程序 AppID：wx 加 16 位数字或字母',
    path: isMini && !path.trim() && '请填写小程序页面',
    url: !WEB.test(url) && '请填写 https:// 开头的网页地址',
  }
  const wrong = (field: keyof typeof faults) => {
    const fault = tried && faults[field]
    return fault ? { help: fault, validateStatus: 'error' as const } : {}
  }
  function handleInsert() {
    setTried(true)
    if (Object.values(faults).some(Boolean)) return
    const mini = ` data-miniprogram-appid="${appid}" data-miniprogram-path="${escaped(path.trim())}"`
    onInsert(`<a${isMini ? mini : ''} href="${url}">${escaped(words.trim())}</a>`)
    onClose()
  }
  return (
    <Dialog
      title={isMini ? '插入小程序' : '插入链接'}
      asks
      width={440}
      okText="插入"
      onOk={handleInsert}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="显示的文字" required htmlFor="link-words" {...wrong('words')}>
          <Input id="link-words" maxLength={60} value={words} onChange={({ target }) => setWords(target.value)} />
        </Form.Item>
        {isMini && (
          <>
            <Form.Item label="小程序 AppID" required htmlFor="link-appid" extra="须与公众号关联" {...wrong('appid')}>
              <Input
                id="link-appid"
                placeholder="wx 开头"
                value={appid}
                onChange={({ target }) => setAppid(target.value.trim())}
              />
            </Form.Item>
            <Form.Item label="小程序页面" required htmlFor="link-path" {...wrong('path')}>
              <Input
                id="link-path"
                placeholder="如 pages/index/index"
                value={path}
                onChange={({ target }) => setPath(target.value)}
              />
            </Form.Item>
          </>
        )}
        <Form.Item label={isMini ? '打不开小程序时去' : '网页地址'} required htmlFor="link-url" {...wrong('url')}>
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
