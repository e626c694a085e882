import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import { useQuery } from '@tanstack/react-query'
import { type CopyDraft, productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { MAX_SHEET_BYTES, MAX_SOURCE_BYTES } from '@zhanggui/domain/file/file-type.ts'
import { Alert, Checkbox, Collapse, Input, Select, Spin, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { reactToError } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { write } from '../../../../api/write.ts'
import { Can, useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm, showError, showSuccess } from '../../../../kit/feedback/feedback.ts'
import { ChooseButton, DropZone } from '../../../../kit/upload/upload.tsx'
import { faultOfFile } from '../../../../kit/upload/upload-limits.ts'
import { formOf } from '../../model/product-copied.ts'
import type { UnfinishedForm } from '../../model/product-form.ts'
import styles from './product-copy.module.css'

const LIMITS = new Map([
  ...['xlsx', 'csv'].map((extension) => [extension, MAX_SHEET_BYTES] as const),
  ...['json', 'html', 'htm'].map((extension) => [extension, MAX_SOURCE_BYTES] as const),
])

type Props = {
  /** Whether the form has content that a copy would replace. */
  filled: boolean
  onCopied: (form: UnfinishedForm) => void
}

/** 商品采集: fills the form of a new product from a link, a file or JSON. */
export function ProductCopy(props: Props) {
  const [search] = useSearchParams()
  return (
    <Can do={[productCopy.copy, productCopy.import]}>
      <Collapse
        className={styles.card}
        defaultActiveKey={search.get('copy') === '1' ? ['copy'] : []}
        items={[
          {
            key: 'copy',
            label: (
              <>
                <strong>商品采集</strong>
                <span className={styles.hint}>从其他店铺的链接、文件或 JSON 填写商品</span>
              </>
            ),
            children: <CopyPanel {...props} />,
          },
        ]}
      />
    </Can>
  )
}

function CopyPanel({ filled, onCopied }: Props) {
  const [mayAsk, mayCopy, mayImport] = [
    useCan(productCopy.config),
    useCan(productCopy.copy),
    useCan(productCopy.import),
  ]
  const isWritable = useReadOnly(productCopy.config) === undefined
  const config = useQuery({
    ...read(productCopy.config, { silent: true }),
    enabled: mayAsk && isWritable,
    retry: false,
  })
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState(true)
  const [busy, setBusy] = useState(false)
  const [drafts, setDrafts] = useState<readonly CopyDraft[]>([])
  const [chosen, setChosen] = useState(0)
  const warnings = drafts[chosen]?.warnings ?? []

  function show(found: readonly CopyDraft[], index = 0) {
    const draft = found[index]
    if (!draft) return
    setDrafts(found)
    setChosen(index)
    onCopied(formOf(draft))
    showSuccess(`已填写「${draft.storeName}」，请核对后提交`)
  }

  async function work(fetch: () => Promise<readonly CopyDraft[]>) {
    if (
      busy ||
      (filled && !(await confirm({ content: '覆盖已填写的商品信息？采集到的内容会代替它。', okText: '覆盖' })))
    )
      return
    setBusy(true)
    try {
      show(await fetch())
    } catch (error) {
      reactToError(error)
    } finally {
      setBusy(false)
      if (mayAsk) config.refetch()
    }
  }

  function copy() {
    const link = url.trim()
    if (!link) {
      showError('请输入链接地址！')
      return
    }
    const route = config.data?.copyType === 2 || !mayCopy ? productCopy.import : productCopy.copy
    work(async () => [await write(route, { body: { url: link, pictures } })])
  }

  function parseText() {
    if (!text.trim()) showError('请粘贴商品 JSON')
    else work(async () => (await write(productCopy.parse, { body: { text, pictures } })).drafts)
  }

  function parseFile([file]: File[]) {
    if (!file) return
    const fault = faultOfFile(file, LIMITS)
    if (fault) showError(fault)
    else work(async () => (await uploadTo(productCopy.parse, file, { fields: { pictures: String(pictures) } })).drafts)
  }

  const byLink = (
    <>
      {config.error && (
        <Alert type="warning" showIcon title={config.error.message} description="可先使用上传文件或粘贴 JSON。" />
      )}
      <Input.Search
        value={url}
        placeholder="请输入链接地址"
        prefix={<LinkOutlined aria-hidden />}
        enterButton="采集"
        maxLength={2000}
        loading={busy}
        onChange={({ target }) => setUrl(target.value)}
        onSearch={copy}
        aria-label="链接地址"
      />
      <p className={styles.hint}>
        {config.data && config.data.copyNum !== null && `剩余 ${config.data.copyNum} 次。`}
        {config.data && config.data.provider !== 'local'
          ? `支持${config.data.platforms.map(({ name }) => name).join('、')}的商品链接。`
          : '支持公开的商品页面；需要登录才能查看的页面请另存为 HTML 后上传。'}
      </p>
    </>
  )
  const byFile = (
    <DropZone label="可将商品文件拖到此处" onFiles={parseFile}>
      <div className={styles.drop}>
        <ChooseButton limits={LIMITS} disabled={busy} onFiles={parseFile}>
          选择文件
        </ChooseButton>
        <p className={styles.hint}>另存的商品页面（html）、商品 JSON，或导入模板（xlsx、csv，取第一个商品）</p>
      </div>
    </DropZone>
  )
  const byText = (
    <>
      <Input.TextArea
        value={text}
        rows={5}
        placeholder={'{"storeName":"…","image":"https://…","attrValue":[{"price":9.9}]}'}
        aria-label="商品 JSON"
        onChange={({ target }) => setText(target.value)}
      />
      <WriteButton className={styles.parse} of={{ isPending: busy }} onClick={parseText}>
        解析
      </WriteButton>
    </>
  )
  return (
    <Spin spinning={busy} description="正在采集，图片较多时需要一会儿…">
      <Alert type="info" showIcon title="生成的商品默认是没有上架的，请手动上架商品！" />
      <Tabs
        size="small"
        items={[
          ...(mayCopy || mayImport ? [{ key: 'link', label: '链接', children: byLink }] : []),
          ...(mayCopy
            ? [
                { key: 'file', label: '上传文件', children: byFile },
                { key: 'text', label: '粘贴JSON', children: byText },
              ]
            : []),
        ]}
      />
      <Checkbox
        className={styles.pictures}
        checked={pictures}
        disabled={busy}
        onChange={({ target }) => setPictures(target.checked)}
      >
        图片转存本地
      </Checkbox>
      {drafts.length > 1 && (
        <p>
          <label htmlFor="copied-product">{`找到 ${drafts.length} 个商品，填写：`}</label>
          <Select
            id="copied-product"
            className={styles.which}
            value={chosen}
            options={drafts.map(({ storeName }, value) => ({ value, label: storeName }))}
            onChange={(index) => show(drafts, index)}
          />
        </p>
      )}
      {warnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className={styles.warnings}
          title="请核对"
          description={
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          }
        />
      )}
    </Spin>
  )
}
