import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { copy } from '../../kit/feedback/copy.ts'
import { askOwner } from '../../kit/page/forbidden.ts'
import { StatusPage } from '../status-page.tsx'

/** The target of unknown URLs (SH-2, SH-13). The frame with its menu stays. */
export default function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <StatusPage
      code="404"
      title="您访问的页面不存在"
      hint="请检查您输入的网址是否正确"
      more="别人能打开它？那是还没给你开通，请找店主"
    >
      <Button onClick={() => copy(askOwner(undefined))}>复制给店主</Button>
      <Button type="primary" onClick={() => navigate('/dashboard')}>
        返回首页
      </Button>
    </StatusPage>
  )
}
