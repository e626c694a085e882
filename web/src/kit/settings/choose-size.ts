import { showSuccess } from '../feedback/feedback.ts'
import { dirtyPaths, mayLeave } from '../page/dirty-guard.ts'
import { useSize } from './size.ts'
import { type Size, sizeCookie } from './sizes.ts'

/** Changes the size of everything, after asking about unsaved input: every page is redrawn. */
export async function chooseSize(size: Size) {
  if (!(await mayLeave([...dirtyPaths()]))) return
  document.cookie = sizeCookie(size, window.location.protocol === 'https:')
  useSize.setState({ size })
  showSuccess('布局设置成功')
}
