import { useQuery } from '@tanstack/react-query'
import { type ProductPick, product } from '@zhanggui/contract/product/product.ts'
import { MAX_MINI_CODES, MiniCodeQuery, miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import {
  MAX_CODE_WIDTH,
  MIN_CODE_WIDTH,
  miniVersionNames,
  miniVersions,
  PRODUCT_PAGE,
} from '@zhanggui/domain/wechat/mini-code.ts'
import { shopPages } from '@zhanggui/page-kit/links/link-words.ts'
import { AutoComplete, Button, Flex, Form, Input, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { saveFile } from '../../../kit/download.ts'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { openTasks } from '../../../kit/tasks.ts'
import styles from '../components/mini-code.module.css'
import { productLine, readCodeLines } from '../model/code-lines.ts'
import { toBlob } from '../model/data-address.ts'

type Typed = MiniCodeQuery
const initial: Typed = { path: 'pages/index/index', scene: 'from=poster', width: 430, env: 'release' }
/** With their names: few know a path by heart. */
const pages = shopPages.map(({ title, path }) => ({ value: path.slice(1), label: `${title} · ${path.slice(1)}` }))
const versions = miniVersionNames.map((value) => ({ value, label: miniVersions[value] }))

/** 小程序码: a picture that opens a page of the mini-program, one or many. */
export default function RoutineCodePage() {
  const [form] = Form.useForm<Typed>()
  const [asked, setAsked] = useState<Typed>()
  const [lines, setLines] = useState('')
  const zip = useWrite(miniCode.zip, { message: '已开始生成', onSuccess: openTasks })
  const { codes, problem } = readCodeLines(lines)
  async function handleZip() {
    const { path, width, env } = await form.validateFields(['path', 'width', 'env'])
    zip.mutate({ body: { path, codes, ...(width && { width }), ...(env && { env }) } })
  }
  /** Codes of products open their page, so that is the page of all of them. */
  function handleProduct(id: number, name: string) {
    form.setFieldValue('path', PRODUCT_PAGE)
    setLines((before) => [...before.split('\n').filter((line) => line.trim()), productLine(id, name)].join('\n'))
  }
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader summary="贴哪都行，扫了直达那一页；30 天内同样的码不用再申请" />
      <div className={styles.page}>
        <Section title="打开哪一页">
          <Form<Typed> form={form} layout="vertical" initialValues={initial} onFinish={setAsked}>
            <Field
              of={MiniCodeQuery}
              name="path"
              label="页面"
              extra="选本店的页面，或填写路径；正式版只能是已发布的页面"
            >
              <AutoComplete
                options={pages}
                showSearch={{ filterOption: (typed, option) => String(option?.label).includes(typed) }}
              />
            </Field>
            <Field
              of={MiniCodeQuery}
              name="scene"
              label="带上的参数"
              extra="扫码后交给页面，如门店 store=3、渠道 from=poster，最多 32 位"
            />
            <Field of={MiniCodeQuery} name="width">
              <NumberInput min={MIN_CODE_WIDTH} max={MAX_CODE_WIDTH} suffix="像素" style={{ width: 180 }} />
            </Field>
            <Field of={MiniCodeQuery} name="env">
              <Segmented options={versions} />
            </Field>
            <Button type="primary" htmlType="submit">
              生成
            </Button>
          </Form>
        </Section>
        <Section title="小程序码">
          {asked ? <Code key={JSON.stringify(asked)} of={asked} /> : <EmptyBlock text="填好后点生成" />}
        </Section>
        <Section title="成批下载" count="每行一张：图片名称，空格，带上的参数">
          <RemoteSelect<ProductPick>
            of={product.pick}
            aria-label="按商品添加"
            placeholder="按商品添加：选一个，下面多一行，页面换成商品页"
            style={{ width: '100%', marginBottom: 12 }}
            mode="multiple"
            value={[]}
            nameOf={({ storeName }) => storeName}
            onSelect={(id, option) => handleProduct(Number(id), String(option.label))}
          />
          <Input.TextArea
            aria-label="每行一张：图片名称，空格，带上的参数"
            rows={8}
            value={lines}
            onChange={({ target }) => setLines(target.value)}
            placeholder={'云南小粒咖啡豆 id=12\n手冲壶 id=15'}
            status={problem ? 'error' : ''}
          />
          <Flex gap={12} align="center" wrap style={{ marginTop: 12 }}>
            <WriteButton of={zip} disabled={!codes.length || problem !== undefined} onClick={handleZip}>
              生成 {codes.length} 张并打包
            </WriteButton>
            <span role={problem ? 'alert' : undefined}>
              {problem ?? `用上面的页面、宽度和版本，最多 ${MAX_MINI_CODES} 张`}
            </span>
          </Flex>
        </Section>
      </div>
    </div>
  )
}

function Code({ of }: { of: Typed }) {
  const { data, error, refetch } = useQuery(read(miniCode.qrcode, { query: of, silent: true }))
  if (error && !data) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton.Node active style={{ width: 240, height: 240 }} />
  return (
    <Flex vertical gap={12} align="center">
      <img className={styles.code} src={data.url} alt={`打开 ${of.path} 的小程序码`} />
      <span>
        {of.width} × {of.width}
      </span>
      <Button onClick={() => saveFile(toBlob(data.url), `小程序码-${of.scene.replace(/[^\w=-]/g, '_')}.png`)}>
        下载
      </Button>
    </Flex>
  )
}
