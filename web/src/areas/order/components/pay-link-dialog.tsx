import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import styles from './draft/draft.module.css'

type Props = { title: string; text: string; payUrl: string; qrcode: string; onClose: () => void }

/** Where a customer pays: the link to send, and the code to scan. */
export function PayLinkDialog({ title, text, payUrl, qrcode, onClose }: Props) {
  return (
    <Dialog title={title} width={400} footer={null} onCancel={onClose}>
      <div className={styles.link}>
        <p>{text}</p>
        {payUrl ? (
          <>
            <p>把链接或二维码发给客户：</p>
            <img src={qrcode} alt="付款二维码" width={220} height={220} />
            <code>{payUrl}</code>
            <Button type="primary" autoFocus onClick={() => copy(payUrl)}>
              复制付款链接
            </Button>
          </>
        ) : (
          <NoLink />
        )}
      </div>
    </Dialog>
  )
}

/** The shop has no address for buyers yet: who gives it one, and how the customer pays meanwhile. */
function NoLink() {
  const allowed = useCan(setting.groups)
  return (
    <p role="note">
      现在请客户在商城「我的订单」里付款。还没有付款链接，因为「系统设置 › 站点设置」没有填写移动端网址，
      {allowed ? <Link to="/system/setting?group=site">去填写</Link> : '请找店主填写'}；填好后，点「付款码」就有链接。
    </p>
  )
}
