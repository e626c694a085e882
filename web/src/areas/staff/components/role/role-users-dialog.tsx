import { useQuery } from '@tanstack/react-query'
import { type Role, role } from '@zhanggui/contract/staff/role.ts'
import { Skeleton, Table, Tag } from 'antd'
import { read } from '../../../../api/read.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'

/** The users with a role. */
export function RoleUsersDialog({ of: { id, name }, onClose }: { of: Role; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(read(role.users, { params: { id }, silent: true }))
  return (
    <Dialog title={`角色「${name}」的管理员`} width={520} footer={null} onCancel={onClose}>
      {isPending ? (
        <Skeleton active title={false} />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          dataSource={data}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showTotal: (total) => `共 ${total} 条` }}
          locale={{ emptyText: <EmptyBlock text="没有人用这个角色" /> }}
          columns={[
            { title: '用户名', dataIndex: 'username' },
            { title: '昵称', dataIndex: 'nickName' },
            {
              title: '状态',
              dataIndex: 'enabled',
              width: 80,
              render: (enabled: boolean) => (
                <Tag color={enabled ? 'success' : undefined}>{enabled ? '激活' : '锁定'}</Tag>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
