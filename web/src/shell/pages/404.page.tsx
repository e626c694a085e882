import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { copy } from '../../kit/feedback/copy.ts'
import { askOwner } from '../../kit/page/forbidden.ts'
import { StatusPage } from '../status-page.tsx'

/** The target of unknown URLs. The frame with its menu stays. */
export default function NotFoundPage() {
  const navigate = useNavigate()
  const seesAll = useSession(({ permissions }) => permissions.includes('*:*:*'))
  return (
    <StatusPage
      code="404"
      // Nothing is closed to the owner.
      title={seesAll ? '您访问的页面不存在' : '还没给您开通这个页面，或者您访问的页面不存在'}
      hint={seesAll ? '请检查您输入的网址是否正确' : '别人能打开它，就请找店主开通；否则请检查您输入的网址是否正确'}
    >
      {!seesAll && <Button onClick={() => copy(askOwner(undefined))}>复制给店主</Button>}
      <Button type="primary" onClick={() => navigate('/dashboard')}>
        返回首页
      </Button>
    </StatusPage>
  )
}
