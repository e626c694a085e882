import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { StatusPage } from '../status-page.tsx'

/** The target of unknown URLs (SH-2, SH-13). */
export default function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <StatusPage code="404" title="您访问的页面不存在" hint="请检查您输入的网址是否正确">
      <Button type="primary" onClick={() => navigate('/dashboard')}>
        返回首页
      </Button>
    </StatusPage>
  )
}
