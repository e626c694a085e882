import type { PageInfo } from '@zhanggui/contract/decor/page.ts'
import { Button } from 'antd'
import { useSite } from '../../../../api/site.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { openDialog } from '../../../../kit/feedback/feedback.ts'
import styles from './designer.module.css'
import { QrCode } from './preview-dialog.tsx'

type Published = Pick<PageInfo, 'id' | 'type' | 'isDefault'>

/** Where buyers find a page in the storefront. */
function pathOf({ id, type, isDefault }: Published): string {
  if (isDefault) return type === 4 ? '/h5/user' : '/h5'
  return `/h5/page/${id}`
}

/** What is live now, to be looked at and shared. */
export const showPublished = (page: Published): Promise<void> =>
  openDialog<void>((done) => <PublishedDialog page={page} onClose={done} />)

function PublishedDialog({ page, onClose }: { page: Published; onClose: () => void }) {
  const frontDomain = useSite()?.frontDomain.replace(/\/$/, '') || window.location.origin
  const address = frontDomain + pathOf(page)
  return (
    <Dialog
      title="发布成功"
      width={420}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => copy(address)}>
          复制链接
        </Button>,
        <Button key="look" type="primary" href={address} target="_blank" rel="noopener">
          查看页面
        </Button>,
      ]}
    >
      <div className={styles.published}>
        <QrCode text={address} />
        <p>用手机扫一扫，看到的就是买家看到的</p>
      </div>
    </Dialog>
  )
}
