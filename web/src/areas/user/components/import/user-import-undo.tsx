import { useQuery } from '@tanstack/react-query'
import { type UserImportRow, type UserImportUndo, userImport } from '@zhanggui/contract/user/user-import.ts'
import { Button, Skeleton, Table } from 'antd'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import styles from '../../../../kit/import/import.module.css'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'

type Props = { of: Pick<UserImportRow, 'id' | 'fileName' | 'undoUntil'>; onClose: () => void }

/** 撤销: what taking an import back would do. Nothing happens before the button is pressed. */
export function ImportUndoDialog({ of: { id, fileName, undoUntil }, onClose }: Props) {
  const body = { importId: id, dry: true }
  const start = useWrite(userImport.undo, { once: true, message: '已开始撤销', onSuccess: onClose })
  const isStarted = start.isPending || start.isSuccess
  // Once it has begun there is no plan any more: to ask again, as after each write, would be refused.
  const found = useQuery({ ...read(userImport.undo, { body }), staleTime: 0, enabled: !isStarted })
  const plan = found.data && 'leftCount' in found.data ? found.data : undefined
  return (
    <Dialog
      title={`撤销导入：${fileName}`}
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          取消
        </Button>,
        <WriteButton
          key="undo"
          type="primary"
          danger
          disabled={!plan || plan.back + plan.leftCount === 0}
          of={start}
          onClick={() => start.mutate({ body: { importId: id } })}
        >
          撤销导入
        </WriteButton>,
      ]}
    >
      {!plan && found.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {!plan && found.error && <FailedBlock error={found.error} onRetry={found.refetch} />}
      {plan && <Plan plan={plan} until={undoUntil} />}
    </Dialog>
  )
}

function Plan({ plan, until }: { plan: UserImportUndo; until: string | null }) {
  const { back, leftCount, left, money, points, ended } = plan
  const sums = [money && `余额 ${moneyText(money)}`, points && `积分 ${points}`].filter(Boolean).join('、')
  return (
    <div className={styles.check}>
      <p className={styles.hint}>
        {until && `${until.slice(0, 10)} 之前可以撤销。`}
        期初余额、积分和成长值收回并留下记录；改过的资料改回原来的；导入新增、至今没人用过的客户注销，手机号可以再次导入。新建的标签保留。
      </p>
      <Counts>
        <Count title="完全撤销" value={back} tone={back ? 'good' : undefined} />
        <Count title="其中注销的客户" value={ended} />
        <Count title="不能完全撤销" value={leftCount} tone={leftCount ? 'bad' : undefined} />
      </Counts>
      {sums && <p>{`将收回${sums}。`}</p>}
      {leftCount > 0 && (
        <Table
          rowKey="uid"
          size="small"
          aria-label="不能完全撤销的客户"
          dataSource={left}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            {
              title: '用户',
              dataIndex: 'uid',
              width: 100,
              render: (uid: number) => (
                <a href={`/member/detail/${uid}`} target="_blank" rel="noopener">
                  {uid}
                </a>
              ),
            },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      )}
      {leftCount > left.length && <p className={styles.hint}>{`只显示前 ${left.length} 位。`}</p>}
    </div>
  )
}
