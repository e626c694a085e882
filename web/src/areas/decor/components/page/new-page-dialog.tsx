import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { type PageTemplate, pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { MAX_PAGE_NAME, pageKinds, pageTerminals } from '@zhanggui/domain/decor/page.ts'
import { Form, Input, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import styles from './page.module.css'

const TemplateCover = lazy(() => loadChunk(() => import('../designer/template-cover.tsx')))

type Choice = Pick<PageTemplate, 'key' | 'name' | 'coverImage' | 'builtin'>
const blank: Choice = { key: '', name: '空白页面', coverImage: '', builtin: false }

type Given = { type: 2 | 4; onMade: (id: number) => void; onClose: () => void }
type Typed = { name: string; terminal: 1 | 2 | 3 }

/** 新建页面: empty, or from a template. */
export function NewPageDialog({ type, onMade, onClose }: Given) {
  const [form] = Form.useForm<Typed>()
  const [key, setKey] = useState('')
  const { data } = useQuery(read(pageTemplate.list, { query: { type }, silent: true }))
  const save = useWrite(decorPage.save, { form, once: true, onSuccess: ({ id }) => onMade(id) })
  // The server makes the page of the template, and keeps its pictures in the shop's library.
  const handleFinish = ({ name, terminal }: Typed) =>
    save.mutate({ body: { name: name.trim(), terminal, type, templateKey: key } })
  return (
    <Dialog
      title={type === 4 ? `新建页面 · ${pageKinds[type]}` : '新建页面'}
      asks
      width={760}
      okText="新建"
      cancelText="取消"
      of={save}
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form form={form} layout="vertical" initialValues={{ terminal: 3 }} onFinish={handleFinish}>
        <Form.Item
          name="name"
          label="页面名称"
          rules={[{ required: true, whitespace: true, message: '请输入页面名称' }]}
          extra="只有店里的人看得到"
        >
          <Input maxLength={MAX_PAGE_NAME} placeholder="如：双十二会场" />
        </Form.Item>
        <Form.Item name="terminal" label="终端" extra="移动端的页面小程序和 H5 都用；选了其中一个，只给它用">
          <Segmented options={([3, 1, 2] as const).map((value) => ({ value, label: pageTerminals[value] }))} />
        </Form.Item>
      </Form>
      <div className={styles.gallery} role="radiogroup" aria-label="从什么开始">
        {[blank, ...(data?.list ?? [])].map((template) => (
          <div key={template.key} className={styles.template}>
            <Cover of={template} />
            {/* Over the picture, whose own links and buttons are only looked at. */}
            {/* biome-ignore lint/a11y/useSemanticElements: an input cannot hold the name that lies over the picture */}
            <button type="button" role="radio" aria-checked={key === template.key} onClick={() => setKey(template.key)}>
              {template.name}
            </button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const COVER = { width: 148, height: 220 }

function Cover({ of: { key, name, coverImage, builtin } }: { of: Choice }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  if (builtin)
    return (
      <Suspense fallback={<span />}>
        <TemplateCover of={key} {...COVER} />
      </Suspense>
    )
  if (coverImage) return <img src={mediaUrl(coverImage, mediaDomain)} alt="" loading="lazy" />
  return <span>{key ? name : '＋'}</span>
}
