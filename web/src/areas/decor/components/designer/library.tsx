import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { type PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { detach, toBlock } from '@zhanggui/page-kit/operations.ts'
import { type Component, componentsOf } from '@zhanggui/page-kit/page.ts'
import { titleOf } from '@zhanggui/page-kit/registry.ts'
import { Button, Checkbox, Form, Input, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { confirmDelete } from '../../../../kit/feedback/confirm-delete.ts'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { addComponent } from '../../model/page-acts.ts'
import { activeComponent, change, usePageStore } from '../../model/page-store.ts'
import { useMayChangeBlock, usesWords } from './block-uses.ts'
import { useBlockList } from './drawn-page.tsx'
import styles from './left.module.css'
import { TypeIcon } from './type-icon.tsx'

const TemplateCover = lazy(() => loadChunk(() => import('./template-cover.tsx')))

/** Templates that may take the place of the draft. */
export function TemplateList({
  readOnly,
  onReplace,
}: {
  readOnly: boolean
  onReplace: (made: () => Promise<unknown>, words: string) => Promise<void>
}) {
  const type = usePageStore(({ history }) => history.present.type)
  const count = usePageStore(({ history }) => componentsOf(history.present).length)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const { data, error, refetch } = useQuery(read(pageTemplate.list, { query: { type } }))
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  async function use(key: string, name: string) {
    const question = `用模板「${name}」替换现在的页面？现在的草稿会留作一个版本，撤销也能回来。`
    if (count && !(await confirm({ content: question, okText: '替换' }))) return
    const { id } = usePageStore.getState()
    const make = () => {
      const { version } = usePageStore.getState()
      return write(decorPage.update, { body: { id, version, templateKey: key, overwrite: true } })
    }
    await onReplace(make, `换成模板 ${name}`)
  }
  return data.list.map(({ key, name, coverImage, components, builtin }) => (
    <div key={key} className={`${styles.card} ${styles.template}`}>
      {builtin ? (
        <Suspense fallback={<span className={styles.noCover} />}>
          <TemplateCover of={key} width={88} height={128} />
        </Suspense>
      ) : coverImage ? (
        <img src={mediaUrl(coverImage, mediaDomain)} alt="" />
      ) : (
        <span className={styles.noCover} />
      )}
      <div>
        <b>{name}</b>
        <p>{components} 个组件</p>
        <Button size="small" disabled={readOnly} onClick={() => use(key, name)}>
          用这个
        </Button>
      </div>
    </div>
  ))
}

/** Components that several pages share. */
export function BlockList({ readOnly, onEdit }: { readOnly: boolean; onEdit: (block: PageBlock) => void }) {
  const terminal = usePageStore((state) => state.terminal)
  const active = usePageStore((state) => activeComponent(state)?.component)
  const { list, error, refetch } = useBlockList()
  const remove = useWrite(pageBlock.remove, { message: '已删除' })
  const update = useWrite(pageBlock.update, { message: '已更新' })
  const mayChange = useMayChangeBlock()
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!list) return <Skeleton active />
  if (!list.length)
    return (
      <p className={styles.nothing}>
        还没有公共模块。选中一个组件，在右上角的菜单里「存为公共模块」，多个页面就能共用，改一处都变。
      </p>
    )
  async function rewrite(block: PageBlock, component: Component) {
    const { id, version, uses } = block
    const content = uses.length
      ? `用选中的组件更新「${block.name}」？改这里，${uses.length} 个页面一起变：${usesWords(block)}。`
      : `用选中的组件更新「${block.name}」？`
    const { type, v, props, box } = component
    if (await confirm({ content, okText: '更新' }))
      update.mutate({ body: { id, version, component: { ...component, type, v, props, box } as never } })
  }
  return list
    .filter((block) => block.terminal === 3 || block.terminal === terminal)
    .map((block) => {
      const { id, name, component, uses } = block
      const held = component as unknown as Component
      const stands = active?.type === 'sharedBlock' && (active.props.blockIds as number[] | undefined)?.[0] === id
      const usable = active && active.type === held.type
      return (
        <div key={id} className={styles.card}>
          <span className={styles.noCover}>
            <TypeIcon type={held.type} size={32} />
          </span>
          <div>
            <b>{name}</b>
            <p>
              {titleOf(held.type)} · {uses.length} 个页面在用
              {uses.length ? `：${usesWords(block)}` : ''}
            </p>
            <div className={styles.acts}>
              {stands ? (
                <Button
                  size="small"
                  disabled={readOnly}
                  onClick={() => void change((page) => detach(page, active.id, held), { words: `只改这一页：${name}` })}
                >
                  只改这一页
                </Button>
              ) : (
                <Button size="small" disabled={readOnly} onClick={() => place(id)}>
                  放进页面
                </Button>
              )}
              {mayChange(block) && (
                <Button size="small" onClick={() => onEdit(block)}>
                  编辑
                </Button>
              )}
              {usable && mayChange(block) && (
                <Button size="small" onClick={() => rewrite(block, active)}>
                  用选中的更新
                </Button>
              )}
              <Can do={pageBlock.remove}>
                <Button
                  size="small"
                  type="text"
                  danger
                  onClick={async () =>
                    (await confirmDelete(`删除公共模块「${name}」？`)) && remove.mutate({ params: { id } })
                  }
                >
                  删除
                </Button>
              </Can>
            </div>
          </div>
        </div>
      )
    })
}

/** A shared block behind the selected component. */
function place(id: number): void {
  addComponent('sharedBlock')
  const { configName } = usePageStore.getState()
  change((page) => toBlockOf(page, configName, id), { words: '添加公共模块', stay: true })
}
const toBlockOf = (page: Parameters<typeof toBlock>[0], id: string, block: number) => ({
  page: {
    ...page,
    value: Object.fromEntries(
      Object.entries(page.value).map(([key, each]) => [
        key,
        each.id === id ? { ...each, props: { blockIds: [block] } } : each,
      ]),
    ),
  },
  ids: [id],
})

/** Keeps a component as a block, which then stands in its place. */
export function SaveBlockDialog({
  component,
  name,
  onClose,
}: {
  component: Component
  name: string
  onClose: () => void
}) {
  const [form] = Form.useForm<{ name: string }>()
  const [only, setOnly] = useState(false)
  const terminal = usePageStore((state) => state.terminal)
  const mayList = useCan(pageBlock.list)
  const save = useWrite(pageBlock.save, {
    form,
    once: true,
    message: '已存为公共模块',
    onSuccess: (answer) => {
      if (!only && mayList) change((page) => toBlock(page, component.id, answer.id), { words: `存为公共模块 ${name}` })
      onClose()
    },
  })
  return (
    <Dialog
      title="存为公共模块"
      width={480}
      okText="保存"
      cancelText="取消"
      of={save}
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: name.slice(0, 30) }}
        onFinish={(typed) =>
          save.mutate({ body: { name: typed.name.trim(), terminal, component: component as never } })
        }
      >
        <Form.Item
          name="name"
          label="模块名称"
          rules={[{ required: true, whitespace: true, message: '请输入模块名称' }]}
          extra="用它的页面都会跟着变"
        >
          <Input maxLength={30} />
        </Form.Item>
        <Checkbox checked={only} onChange={({ target }) => setOnly(target.checked)}>
          这一页仍用自己的，不跟着变
        </Checkbox>
      </Form>
    </Dialog>
  )
}
