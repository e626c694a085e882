import { useQuery } from '@tanstack/react-query'
import { type ArticleRow, type ArticleStatus, article } from '@zhanggui/contract/content/article.ts'
import { articleStates } from '@zhanggui/domain/content/article.ts'
import { Button, Form, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { InlineNumber } from '../../../kit/form/inline-number.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { CategoryCascader } from '../../product/shared/category-cascader.tsx'
import { ArticlePhone } from '../components/article-phone.tsx'
import { formOf } from '../model/article-form.ts'

const PUBLISHED = [
  { value: true, label: '已发布' },
  { value: false, label: '未发布' },
]
const EDIT = '/content/edit'

/** 文章管理: what the shop writes for its buyers. */
export default function ArticleListPage() {
  const list = useList(article.list)
  const navigate = useNavigate()
  const [shown, setShown] = useState<ArticleRow>()
  const [moving, setMoving] = useState<readonly number[]>()
  const mayEdit = useCan(article.update)
  return (
    <>
      <ListPage
        list={list}
        unit="篇"
        empty="还没有文章"
        purpose="写公告、选购指南和品牌故事，买家在商城里看，也能放进装修页面和公众号回复"
        nameOf={({ title }) => title}
        filters={[
          { name: 'keywords', label: '标题、作者或简介' },
          { name: 'cid', label: '文章分类', control: <CategoryCascader type={3} withHidden placeholder="全部" /> },
          { name: 'published', label: '状态', control: <Select allowClear placeholder="全部" options={PUBLISHED} /> },
        ]}
        columns={[
          { name: 'id', title: 'ID', width: 64, low: true },
          {
            name: 'image',
            title: '图片',
            width: 84,
            card: 'picture',
            render: ({ image, title }) => <Picture src={image} alt={`「${title}」的图片`} thumb />,
          },
          {
            name: 'title',
            title: '标题',
            minWidth: 200,
            least: 140,
            card: 'title',
            render: ({ title, synopsis }) => <TwoLine top={title} below={synopsis} />,
          },
          { name: 'cateName', title: '分类', width: 100, least: 76 },
          { name: 'author', title: '作者', width: 90, least: 70, low: true },
          { name: 'visit', title: '浏览量', width: 80, align: 'right' },
          {
            name: 'isHot',
            title: '热门',
            width: 70,
            render: (row) => <Mark row={row} field="isHot" />,
            says: ({ isHot }) => (isHot ? '是' : '否'),
          },
          {
            name: 'isBanner',
            title: '轮播',
            width: 70,
            render: (row) => <Mark row={row} field="isBanner" />,
            says: ({ isBanner }) => (isBanner ? '是' : '否'),
          },
          {
            name: 'sort',
            title: '排序',
            width: 96,
            render: (row) => (mayEdit ? <SortNumber row={row} /> : row.sort),
            says: ({ sort }) => String(sort),
          },
          {
            name: 'state',
            title: '状态',
            width: 132,
            least: 104,
            render: (row) => (
              <TwoLine top={<StateTag of="article" value={articleStates[row.state]} />} below={noteOf(row)} />
            ),
            says: ({ state }) => articleStates[state],
          },
          {
            name: 'published',
            title: '发布',
            width: 76,
            render: (row) => (
              <StatusSwitch
                name={`文章「${row.title}」`}
                checked={row.published}
                route={article.useStatus}
                body={(published) => ({ ids: [row.id], published })}
                texts={['发布', '撤下']}
                question={(act) =>
                  act === '撤下'
                    ? `撤下文章「${row.title}」？买家马上看不到它，随时可以再发布。`
                    : `发布文章「${row.title}」？${row.publishTime && row.state === 'draft' ? '设了以后的时间的，到时候才看得到。' : '买家马上看得到它。'}`
                }
              />
            ),
            says: ({ published }) => (published ? '发布' : '撤下'),
          },
          { name: 'updateTime', title: '更新时间', width: 120, low: true },
        ]}
        add={article.save}
        addText="添加文章"
        edit={article.update}
        open={(row) => navigate(row ? `${EDIT}/${row.id}` : EDIT)}
        batch={(_, ids) => <Tools ids={ids} onMove={() => setMoving(ids)} />}
        actions={(row) => <Actions row={row} onPreview={() => setShown(row)} />}
      />
      {shown && <Preview id={shown.id} title={shown.title} onClose={() => setShown(undefined)} />}
      {moving && <MoveDialog ids={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

function noteOf({ state, hidden, publishTime }: ArticleRow): string {
  if (state === 'scheduled') return publishTime?.slice(5, 16) ?? ''
  return hidden ? '隐藏' : ''
}

/** Hot and banner are turned without a question: they are turned back the same way. */
function Mark({ row: { id, title, ...row }, field }: { row: ArticleRow; field: 'isHot' | 'isBanner' }) {
  return (
    <StatusSwitch
      name={`文章「${title}」的${field === 'isHot' ? '热门' : '轮播'}`}
      checked={row[field]}
      route={article.useStatus}
      body={(next) => ({ ids: [id], [field]: next })}
      texts={['是', '否']}
      question={(act) => `${act === '是' ? '设为' : '取消'}${field === 'isHot' ? '热门' : '轮播'}「${title}」？`}
    />
  )
}

function SortNumber({ row: { id, title, sort } }: { row: ArticleRow }) {
  const save = useWrite(article.useStatus, { message: '已保存' })
  return (
    <InlineNumber
      label={`「${title}」的排序`}
      value={sort}
      max={9999}
      onSave={(next) => save.mutateAsync({ body: { ids: [id], sort: next } })}
    />
  )
}

function Actions({ row: { id, title, h5Url }, onPreview }: { row: ArticleRow; onPreview: () => void }) {
  const mayRemove = useCan(article.remove)
  const remove = useWrite(article.remove, {
    message: '删除成功',
    onError: (error) => {
      if (error instanceof CallError && error.code === 'IN_USE') void force(error.message)
    },
  })
  async function force(why: string) {
    if (await confirm({ content: `${why}。仍然删除？`, okText: '仍然删除', danger: true }))
      remove.mutate({ query: { id, force: true } })
  }
  async function ask() {
    const content = `删除文章「${title}」？删除后不可恢复，不想让买家看到可以撤下。`
    if (await confirm({ content, okText: '删除', danger: true })) remove.mutate({ query: { id } })
  }
  return (
    <>
      <Can do={article.info}>
        <RowAction reads onClick={onPreview}>
          预览
        </RowAction>
      </Can>
      <MoreActions
        name={title}
        of={[
          {
            label: '复制链接',
            reads: true,
            onClick: () => copy(h5Url.startsWith('/') ? window.location.origin + h5Url : h5Url),
          },
          mayRemove && { label: '删除', danger: true, onClick: ask },
        ]}
      />
    </>
  )
}

type Change = Omit<ArticleStatus, 'ids'>

/** What is done with chosen articles. */
function Tools({ ids, onMove }: { ids: readonly number[]; onMove: () => void }) {
  const change = useWrite(article.useStatus, { message: '已修改' })
  async function handle(action: string, body: Change) {
    if (await confirm({ content: `${action} ${ids.length} 篇文章？`, okText: `${action} ${ids.length} 篇` }))
      change.mutate({ body: { ids: [...ids], ...body } })
  }
  return (
    <Can do={article.useStatus}>
      <Button onClick={() => handle('发布', { published: true })}>批量发布</Button>
      <Button onClick={() => handle('撤下', { published: false })}>批量撤下</Button>
      <Button onClick={() => handle('隐藏', { hidden: true })}>隐藏</Button>
      <Button onClick={() => handle('取消隐藏', { hidden: false })}>取消隐藏</Button>
      <Button onClick={onMove}>移动分类</Button>
    </Can>
  )
}

function MoveDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [cid, setCid] = useState<number>()
  const [tried, setTried] = useState(false)
  const isMissing = tried && !cid
  const move = useWrite(article.useStatus, { message: '已移动', onSuccess: onClose })
  return (
    <Dialog
      title={`移动 ${ids.length} 篇文章`}
      width={420}
      onCancel={onClose}
      okText="移动"
      of={move}
      onOk={() => {
        setTried(true)
        if (cid) move.mutate({ body: { ids: [...ids], cid } })
      }}
    >
      <Form.Item help={isMissing ? '请选择分类' : undefined} validateStatus={isMissing ? 'error' : ''}>
        <CategoryCascader type={3} aria-label="移动到" value={cid} onChange={setCid} placeholder="移动到哪个分类" />
      </Form.Item>
    </Dialog>
  )
}

function Preview({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(article.info, { query: { id }, silent: true }))
  return (
    <Dialog title={`预览「${title}」`} width={400} footer={null} onCancel={onClose}>
      {data ? (
        <ArticlePhone of={formOf(data)} />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Dialog>
  )
}
