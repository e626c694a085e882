import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { copy } from '../../kit/feedback/copy.ts'
import { askOwner, needOf, useRefused } from '../../kit/page/forbidden.ts'
import { StatusPage } from '../status-page.tsx'

/** The target of forbidden pages and calls: names the right that is missing. The frame with its menu stays. */
export default function ForbiddenPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { error } = useRefused()
  const need = error && needOf(error)
  useEffect(() => () => useRefused.setState({ error: undefined }), [])
  const handleBack = () => (query.has('noGoBack') ? navigate('/dashboard') : navigate(-1))
  return (
    <StatusPage
      code="401"
      title="你没有权限去该页面, 请联系管理员开通"
      hint={need ? `需要「${need}」，请找店主开通` : '请找店主开通'}
    >
      <Button onClick={() => copy(askOwner(error))}>复制给店主</Button>
      <Button onClick={handleBack}>返回</Button>
      <Button type="primary" onClick={() => navigate('/dashboard')}>
        回首页
      </Button>
    </StatusPage>
  )
}
