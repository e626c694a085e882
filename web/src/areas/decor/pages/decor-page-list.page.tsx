import { decorPage, type PageRow } from '@zhanggui/contract/decor/page.ts'
import { pageTerminals, publishStates } from '@zhanggui/domain/decor/page.ts'
import { Button, Select, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, NextAct, RowAction } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { exportPage } from '../components/page/export-page.ts'
import { HomePane } from '../components/page/home-pane.tsx'
import { ImportDialog } from '../components/page/import-dialog.tsx'
import { NewPageDialog } from '../components/page/new-page-dialog.tsx'
import styles from '../components/page/page.module.css'
import { CopyPageDialog, StatDialog, TemplateDialog } from '../components/page/page-dialogs.tsx'
import { type PageDialog, usePageActs } from '../components/page/use-page-acts.tsx'
import { shortTime, stateOf } from '../model/page-words.ts'

const ListDrawer = lazy(() => loadChunk(() => import('../components/page/list-drawer.tsx')))
const PreviewDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('../components/designer/preview-dialog.tsx')).PreviewDialog })),
)

const tabs = [
  { key: 'home', label: '商城首页' },
  { key: 'pages', label: '微页面' },
  { key: 'user', label: '个人中心' },
  { key: 'recycled', label: '回收站' },
] as const
type Tab = (typeof tabs)[number]['key']

const fixed = { home: {}, pages: { type: 2 }, user: { type: 4 }, recycled: { recycled: true } } as const

const editor = (id: number) => `/design/editor/${id}?type=edit`

/** 页面装修: the shop's decorated pages. */
export default function DecorPageListPage() {
  const address = useAddress()
  const asked = new URLSearchParams(address.search).get('tab')
  const tab = tabs.find(({ key }) => key === asked)?.key ?? 'pages'
  const [versions, setVersions] = useState<{ id: number; name: string }>()
  const header = (
    <StateTabs tabs={tabs} value={tab} onChange={(next: Tab) => address.replace(new URLSearchParams({ tab: next }))} />
  )
  if (tab !== 'home') return <Pages key={tab} tab={tab} header={header} />
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <PageHeader />
      <section className={styles.card}>
        {header}
        <HomePane onVersions={(id, name) => setVersions({ id, name })} />
      </section>
      <Suspense fallback={null}>
        {versions && <ListDrawer {...versions} onClose={() => setVersions(undefined)} />}
      </Suspense>
    </div>
  )
}

function Pages({ tab, header }: { tab: Exclude<Tab, 'home'>; header: React.ReactNode }) {
  const list = useList(decorPage.list, { fixed: fixed[tab] as never })
  const [dialog, setDialog] = useState<PageDialog>()
  const [making, setMaking] = useState<'new' | 'import'>()
  const acts = usePageActs(setDialog)
  const phone = useIsPhone()
  const isBin = tab === 'recycled'
  // To open a page, look at it or export it is one right.
  const mayLook = acts.may(decorPage.info)
  const close = () => setDialog(undefined)
  const row = dialog?.row

  function opened(id: number) {
    setMaking(undefined)
    window.open(editor(id), '_blank', 'noopener')
    list.query.refetch()
  }
  async function removeChosen(ids: readonly number[]) {
    const size = `${ids.length} 个`
    if (
      !(await confirm({
        content: `删除 ${size}页面？被用到的也会删除，从那里打开会看到页面不存在。回收站里留 30 天。`,
        okText: `删除 ${size}`,
        danger: true,
      }))
    )
      return
    for (const id of ids) await acts.removeOne(id, true).catch(() => undefined)
  }
  async function exportChosen(rows: readonly PageRow[]) {
    for (const each of rows) await exportPage(each.id, each.name)
  }

  return (
    <>
      <ListPage
        list={list}
        unit="个"
        header={
          <>
            {header}
            {phone && !isBin && <p className={styles.phoneHint}>手机上能看、发、下线；改版面请用电脑</p>}
          </>
        }
        empty={isBin ? '回收站是空的' : '暂无页面'}
        purpose={
          isBin ? '删除的页面留 30 天，可以恢复' : '会场、新品、品牌故事：拼好组件，发布后把链接放到首页和海报上'
        }
        filters={[
          { name: 'name', label: '页面名称' },
          {
            name: 'terminal',
            label: '终端',
            control: (
              <Select
                allowClear
                placeholder="全部"
                options={([3, 1, 2] as const).map((value) => ({ value, label: pageTerminals[value] }))}
              />
            ),
          },
          ...(isBin
            ? []
            : [
                {
                  name: 'publishState' as const,
                  label: '状态',
                  control: (
                    <Select
                      allowClear
                      placeholder="全部"
                      options={([0, 1, 2, 3] as const).map((value) => ({ value, label: publishStates[value] }))}
                    />
                  ),
                },
              ]),
        ]}
        columns={[
          { name: 'id', title: 'ID', width: 64, low: true },
          { name: 'coverImage', title: '缩略图', width: 72, render: (page) => <Cover of={page} />, says: () => '' },
          {
            name: 'name',
            title: '页面名称',
            minWidth: 180,
            least: 140,
            card: 'title',
            render: (page) => <Name of={page} />,
          },
          { name: 'terminal', title: '终端', width: 84, low: true, render: ({ terminal }) => pageTerminals[terminal] },
          {
            name: 'publishState',
            title: '状态',
            width: 136,
            least: 120,
            render: (page) => <TwoLine top={<StateTag of="page" value={stateOf(page)} />} below={noteOf(page)} />,
            says: stateOf,
          },
          {
            name: 'views7',
            title: '7天浏览',
            width: 92,
            align: 'right',
            render: ({ views7 }) => views7.toLocaleString('en-US'),
          },
          {
            name: isBin ? 'deletedTime' : 'updateTime',
            title: isBin ? '删除时间' : '更新时间',
            width: 130,
            least: 112,
            render: (page) => (
              <TwoLine top={<When at={isBin ? page.deletedTime : page.updateTime} />} below={page.updateBy} />
            ),
          },
        ]}
        card={cardOf}
        nameOf={({ name }) => name}
        add={isBin ? undefined : decorPage.save}
        addText="新建页面"
        open={(page) => (page ? undefined : setMaking('new'))}
        tools={
          !isBin && !phone && acts.may(decorPage.save) && <Button onClick={() => setMaking('import')}>导入</Button>
        }
        batch={
          isBin
            ? undefined
            : (chosen, ids) => (
                <>
                  {mayLook && <Button onClick={() => exportChosen(chosen)}>导出 {ids.length} 个</Button>}
                  {acts.may(decorPage.remove) && (
                    <WriteButton of={decorPage.remove} danger onClick={() => removeChosen(ids)}>
                      删除 {ids.length} 个
                    </WriteButton>
                  )}
                </>
              )
        }
        actions={(page) =>
          isBin ? (
            acts.may(decorPage.restore) && (
              <RowAction onClick={() => acts.restore.mutate({ params: { id: page.id } })}>恢复</RowAction>
            )
          ) : (
            <>
              {!phone && mayLook && (
                <RowAction reads onClick={() => window.open(editor(page.id), '_blank', 'noopener')}>
                  装修
                </RowAction>
              )}
              {mayLook && (
                <RowAction reads onClick={() => setDialog({ kind: 'preview', row: page })}>
                  预览
                </RowAction>
              )}
              {phone && <NextAct of={[acts.nextAct(page)]} ours={page.publishState === 2} />}
              <MoreActions name={page.name} of={acts.more(page)} />
            </>
          )
        }
      />
      {making === 'new' && (
        <NewPageDialog type={tab === 'user' ? 4 : 2} onMade={opened} onClose={() => setMaking(undefined)} />
      )}
      {making === 'import' && <ImportDialog onClose={() => setMaking(undefined)} />}
      {row && dialog?.kind === 'copy' && (
        <CopyPageDialog id={row.id} name={row.name} terminal={row.terminal} onClose={close} />
      )}
      {row && dialog?.kind === 'template' && <TemplateDialog id={row.id} name={row.name} onClose={close} />}
      {row && dialog?.kind === 'stat' && <StatDialog id={row.id} name={row.name} onClose={close} />}
      {row && dialog?.kind === 'rename' && (
        <FormDialog
          name="页面名称"
          title="改名"
          act="改名"
          message="已改名"
          add={decorPage.rename}
          edit={decorPage.rename}
          row={{ id: row.id, name: row.name }}
          toBody={({ name }) => ({ name })}
          onClose={close}
        >
          <Field name="name" of={decorPage.rename.body} />
        </FormDialog>
      )}
      <Suspense fallback={null}>
        {row && (dialog?.kind === 'versions' || dialog?.kind === 'publish') && (
          <ListDrawer id={row.id} name={row.name} onClose={close} />
        )}
        {row && dialog?.kind === 'preview' && <PreviewDialog of={row} name={row.name} onClose={close} />}
      </Suspense>
    </>
  )
}

function Cover({ of: { coverImage }, big }: { of: PageRow; big?: boolean }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const className = big ? `${styles.cover} ${styles.coverBig}` : styles.cover
  return coverImage ? (
    <img className={className} src={mediaUrl(coverImage, mediaDomain)} alt="" loading="lazy" />
  ) : (
    <span className={className} />
  )
}

function Name({ of: { name, isDefault, type, publishAt, editors } }: { of: PageRow }) {
  return (
    <span className={styles.tags}>
      {name}
      {isDefault && <Tag color="success">{type === 4 ? '个人中心' : '首页'}</Tag>}
      {publishAt && <Tag color="processing">{shortTime(publishAt)} 定时</Tag>}
      {editors.length > 0 && <Tag>{editors.map((editor) => editor.name).join('、')} 在编辑</Tag>}
    </span>
  )
}

function noteOf({ publishState, changes, offlineAt }: PageRow): string {
  if (publishState === 2) return `${changes} 处没发布`
  return publishState === 1 && offlineAt ? `到 ${shortTime(offlineAt)} 下线` : ''
}

function cardOf(page: PageRow): RowCard {
  return {
    picture: <Cover of={page} big />,
    title: <Name of={page} />,
    below: (
      <>
        <StateTag of="page" value={stateOf(page)} />{' '}
        <span className={styles.dim}>
          {page.publishAt ? `${shortTime(page.publishAt)} 发布` : noteOf(page) || page.updateBy}
        </span>
      </>
    ),
    facts: <span>7 天浏览 {page.views7.toLocaleString('en-US')}</span>,
  }
}
