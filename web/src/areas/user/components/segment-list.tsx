import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import { userFilters } from '@zhanggui/contract/user/shop-user.ts'
import { type Segment, SegmentDraft, userSegment } from '@zhanggui/contract/user/user-segment.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { When } from '../../../kit/text/when.tsx'

/** 智能分群: labels by rule, which the customer list makes of its filters. */
export function SegmentList({ header }: { header: ReactNode }) {
  return (
    <ListPage
      list={useList(userSegment.list)}
      header={header}
      purpose="在用户管理里筛出一群人，点「存为分群」，以后可以直接选它来筛选和发券"
      filters={[{ name: 'keywords', label: '分群名称' }]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        { name: 'name', title: '分群名称', minWidth: 160 },
        { name: 'query', title: '条件', minWidth: 200, render: ({ query }) => rulesOf(query).join('、') },
        {
          name: 'size',
          title: '人数',
          width: 100,
          align: 'right',
          render: ({ size, query, name }) => (
            <Link to={`/member/list?${addressOf(query)}`} aria-label={`分群「${name}」的用户`}>
              {size.toLocaleString('en-US')}
            </Link>
          ),
        },
        { name: 'sizedAt', title: '统计时间', width: 140, render: ({ sizedAt }) => <When at={sizedAt} /> },
      ]}
      edit={userSegment.update}
      remove={userSegment.remove}
      dialog={(row, close) => row && <SegmentNameDialog row={row} onClose={close} />}
    />
  )
}

function SegmentNameDialog({ row, onClose }: { row: Segment; onClose: () => void }) {
  return (
    <FormDialog
      name="智能分群"
      width={480}
      add={userSegment.save}
      edit={userSegment.update}
      row={row}
      toBody={(typed) => ({ ...typed, query: row.query })}
      onClose={onClose}
    >
      <Field of={SegmentDraft} name="name" extra="要改条件，在用户管理里重新筛选后另存" />
    </FormDialog>
  )
}

/** The fields that a rule sets, by their titles. */
function rulesOf(query: UserFilter): string[] {
  return Object.keys(query).map((name) => {
    const { title } = (userFilters as Record<string, { title?: string }>)[name] ?? {}
    return title ?? name
  })
}

/** The rule as the customer list's address has it. */
function addressOf(query: UserFilter): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
}
