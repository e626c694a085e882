import { contentCheck, type HeldContent } from '@zhanggui/contract/wechat/content-check.ts'
import { checkedKinds, checkStates, verdicts } from '@zhanggui/domain/wechat/content-check.ts'
import { Button, Flex, Select } from 'antd'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'

const optionsOf = (words: Readonly<Record<string, string>>, asNumber = false) =>
  Object.entries(words).map(([value, label]) => ({ value: asNumber ? Number(value) : value, label }))
const isOpen = ({ state }: HeldContent) => state < 2

/** 内容审核: what buyers wrote that WeChat did not let pass at once. */
export default function ContentCheckListPage() {
  const decide = useWrite(contentCheck.decide, {
    onSuccess: ({ done, skipped }) => showSuccess(`已处理 ${done} 条${skipped ? `，${skipped} 条已由他人处理` : ''}`),
  })
  const pass = (ids: readonly number[]) => decide.mutate({ body: { ids: [...ids], pass: true } })
  async function refuse(ids: readonly number[]) {
    const content = `拒绝 ${ids.length} 条内容？评价不再显示，昵称和头像保持原来的。`
    if (await confirm({ content, okText: '拒绝' })) decide.mutate({ body: { ids: [...ids], pass: false } })
  }
  return (
    <ListPage
      list={useList(contentCheck.list)}
      empty="没有要审核的内容"
      purpose="买家写的评价、昵称和头像，微信说不准的先不显示，在这里放行或拒绝"
      filters={[
        { name: 'state', control: <Select allowClear placeholder="全部" options={optionsOf(checkStates, true)} /> },
        { name: 'kind', control: <Select allowClear placeholder="全部" options={optionsOf(checkedKinds)} /> },
        { name: 'verdict', control: <Select allowClear placeholder="全部" options={optionsOf(verdicts)} /> },
        { name: 'dateLimit', label: '提交时间' },
      ]}
      columns={[
        { name: 'kind', title: '内容', width: 100, render: ({ kind }) => checkedKinds[kind] },
        {
          name: 'text',
          title: '写了什么',
          minWidth: 220,
          card: 'title',
          render: ({ text, pics }) => (
            <Flex vertical gap={4}>
              {text}
              {pics.length > 0 && (
                <Flex gap={4} wrap>
                  {pics.map((pic) => (
                    <Picture key={pic} src={pic} alt="买家的图片" />
                  ))}
                </Flex>
              )}
            </Flex>
          ),
          says: ({ text }) => text,
        },
        { name: 'nickname', title: '谁写的', width: 120 },
        {
          name: 'verdict',
          title: '微信结论',
          width: 190,
          render: ({ verdict, reason }) => <TwoLine top={verdicts[verdict]} below={reason} />,
          says: ({ verdict }) => verdicts[verdict],
        },
        { name: 'state', title: '状态', width: 100, render: ({ state }) => checkStates[state] },
        { name: 'createTime', title: '提交时间', width: 130 },
      ]}
      nameOf={({ text }) => text || '图片'}
      batch={(chosen) => {
        const ids = chosen.filter(isOpen).map(({ id }) => id)
        if (!ids.length) return '选中的都处理过了'
        return (
          <Can do={contentCheck.decide}>
            <Button onClick={() => pass(ids)}>放行 {ids.length} 条</Button>
            <Button danger onClick={() => refuse(ids)}>
              拒绝 {ids.length} 条
            </Button>
          </Can>
        )
      }}
      actions={(row) =>
        isOpen(row) && (
          <Can do={contentCheck.decide}>
            <NextAct ours of={[{ label: '放行', onClick: () => pass([row.id]) }]} />
            <ActButton size="small" of={{ label: '拒绝', onClick: () => refuse([row.id]) }} />
          </Can>
        )
      }
    />
  )
}
