import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { StatusPage } from '../status-page.tsx'

/** The target of forbidden pages and calls (SH-13). */
export default function ForbiddenPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const handleBack = () => (query.has('noGoBack') ? navigate('/dashboard') : navigate(-1))
  return (
    <StatusPage code="401" title="你没有权限去该页面, 请联系管理员开通">
      <Button onClick={handleBack}>返回</Button>
      <Button type="primary" onClick={() => navigate('/dashboard')}>
        回首页
      </Button>
    </StatusPage>
  )
}
