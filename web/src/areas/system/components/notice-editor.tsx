import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type ReactNode, useRef } from 'react'
import { RichHtml } from '../../../kit/rich-html.tsx'
import styles from './notice.module.css'

type Tool = { label: string; icon: ReactNode; around: (chosen: string) => string }

const tools: readonly Tool[] = [
  { label: '标题', icon: 'H', around: (chosen) => `<h3>${chosen || '标题'}</h3>\n` },
  { label: '段落', icon: 'P', around: (chosen) => `<p>${chosen || '正文'}</p>\n` },
  { label: '加粗', icon: <BoldOutlined aria-hidden />, around: (chosen) => `<strong>${chosen}</strong>` },
  { label: '列表', icon: <UnorderedListOutlined aria-hidden />, around: (chosen) => listOf('ul', chosen) },
  { label: '编号列表', icon: <OrderedListOutlined aria-hidden />, around: (chosen) => listOf('ol', chosen) },
  {
    label: '链接',
    icon: <LinkOutlined aria-hidden />,
    around: (chosen) => `<a href="https://">${chosen || '链接文字'}</a>`,
  },
]

/** The text of an announcement: HTML with buttons for the usual tags, and beside it what it will look like. */
export function NoticeEditor({
  id,
  value = '',
  onChange,
}: {
  id?: string
  value?: string
  onChange?: (text: string) => void
}) {
  const area = useRef<TextAreaRef>(null)

  function handleTool({ around }: Tool) {
    const box = area.current?.resizableTextArea?.textArea
    const [start, end] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length]
    onChange?.(value.slice(0, start) + around(value.slice(start, end)) + value.slice(end))
    box?.focus()
  }

  return (
    <>
      <div className={styles.tags} role="toolbar" aria-label="文字格式">
        {tools.map((tool) => (
          <Button
            key={tool.label}
            size="small"
            aria-label={tool.label}
            title={tool.label}
            onClick={() => handleTool(tool)}
          >
            {tool.icon}
          </Button>
        ))}
      </div>
      <div className={styles.halves}>
        <Input.TextArea
          ref={area}
          id={id}
          value={value}
          placeholder="可输入文字或 HTML"
          autoSize={{ minRows: 8, maxRows: 14 }}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <section className={styles.preview} aria-label="预览">
          <RichHtml html={value} />
        </section>
      </div>
    </>
  )
}

function listOf(tag: 'ul' | 'ol', chosen: string): string {
  const items = chosen.split('\n').map((line) => `  <li>${line || '一项'}</li>`)
  return `<${tag}>\n${items.join('\n')}\n</${tag}>\n`
}
