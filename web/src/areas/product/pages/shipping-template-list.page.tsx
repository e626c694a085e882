import { type FreightTemplateRow, freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { freightAppointNames, freightTypeNames } from '@zhanggui/domain/product/freight.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FreightRemoval } from '../components/freight/freight-removal.tsx'
import { FreightTemplateDrawer } from '../components/freight/freight-template-drawer.tsx'
import { FreightTrialDialog } from '../components/freight/freight-trial-dialog.tsx'

/** Products that use a template are counted up to this limit only. */
const MAX_USES = 10_000
/** 全国包邮: every shop has it, and it cannot be deleted. */
const SEEDED = 1

type Shown = { kind: 'trial' | 'copy' | 'replace'; row: FreightTemplateRow }

export default function ShippingTemplateListPage() {
  const [shown, setShown] = useState<Shown>()
  const [mayTry, mayAdd, mayRemove] = [
    useCan(freightTemplate.trial),
    useCan(freightTemplate.save),
    useCan(freightTemplate.remove),
  ]
  const close = () => setShown(undefined)
  return (
    <>
      <ListPage
        list={useList(freightTemplate.list)}
        filters={['keywords']}
        columns={[
          { name: 'id', title: 'ID', width: 80 },
          { name: 'name', title: '模板名称', minWidth: 180 },
          {
            name: 'type',
            title: '计费方式',
            width: 110,
            render: ({ appoint, type }) => (appoint === 0 ? '—' : freightTypeNames[type]),
          },
          { name: 'appoint', title: '包邮方式', width: 110, render: ({ appoint }) => freightAppointNames[appoint] },
          {
            name: 'usedCount',
            title: '使用商品数',
            width: 120,
            render: ({ id, usedCount }) =>
              usedCount ? (
                <Link to={`/product/list?tempId=${id}`}>{usedCount < MAX_USES ? usedCount : `${MAX_USES}+`}</Link>
              ) : (
                0
              ),
          },
          { name: 'sort', title: '排序', width: 80 },
          { name: 'updateTime', title: '更新时间', width: 180 },
        ]}
        purpose="商品的运费怎么算：按件、按重量、哪里包邮"
        add={freightTemplate.save}
        addText="添加运费模板"
        edit={freightTemplate.update}
        remove={freightTemplate.remove}
        mayRemove={({ id, usedCount }) => id !== SEEDED && !usedCount}
        dialog={(row, done) => <FreightTemplateDrawer id={row?.id} onClose={done} />}
        actions={(row) => (
          <>
            {mayTry && (
              <RowAction reads onClick={() => setShown({ kind: 'trial', row })}>
                试算
              </RowAction>
            )}
            <MoreActions
              name={row.name}
              of={[
                mayAdd && { label: '复制', onClick: () => setShown({ kind: 'copy', row }) },
                mayRemove &&
                  row.id !== SEEDED &&
                  row.usedCount > 0 && {
                    label: '改用其他模板并删除',
                    danger: true,
                    onClick: () => setShown({ kind: 'replace', row }),
                  },
              ]}
            />
          </>
        )}
      />
      {shown?.kind === 'trial' && <FreightTrialDialog template={shown.row} onClose={close} />}
      {shown?.kind === 'copy' && <FreightTemplateDrawer id={shown.row.id} copy onClose={close} />}
      {shown?.kind === 'replace' && <FreightRemoval template={shown.row} onClose={close} />}
    </>
  )
}
