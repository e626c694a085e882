import { useQuery } from '@tanstack/react-query'
import { wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import type { WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { Button, Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import styles from './menu.module.css'

const PANEL = 420

type MenuLogProps = { disabled: boolean; onRestore: (id: number) => void; onClose: () => void }

/** 发布记录: what the platform took, each of which can become the draft again. */
export function MenuLog({ disabled, onRestore, onClose }: MenuLogProps) {
  const { data, error, refetch } = useQuery(read(wechatMenu.log, {}))
  return (
    <SidePanel title="发布记录" width={PANEL} onClose={onClose}>
      {error ? <FailedBlock error={error} onRetry={refetch} /> : !data && <Skeleton active />}
      {data?.list.length === 0 && <EmptyBlock text="还没有发布过" more="每次发布和删除都记在这里，保留最近 50 次" />}
      <ul className={styles.log}>
        {data?.list.map(({ id, kind, menu, createBy, createTime }) => (
          <li key={id}>
            <span>
              <b>{kind === 'publish' ? '发布' : '删除线上菜单'}</b> {createBy} <When at={createTime} />
            </span>
            <p>{menuLine(menu)}</p>
            <Button size="small" disabled={disabled} onClick={() => onRestore(id)}>
              恢复到草稿
            </Button>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

/** A menu in a line. */
export function menuLine({ button }: WechatMenu): string {
  return button
    .map(({ name, sub_button: below = [] }) =>
      below.length ? `${name}（${below.map((item) => item.name).join('、')}）` : name,
    )
    .join(' · ')
}
