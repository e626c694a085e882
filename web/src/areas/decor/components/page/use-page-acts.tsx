import { decorPage, type PageRow } from '@zhanggui/contract/decor/page.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { confirm, showSuccess, undo } from '../../../../kit/feedback/feedback.ts'
import type { MoreAction } from '../../../../kit/list-page/row-actions.tsx'
import { shortTime } from '../../model/page-words.ts'
import { exportPage } from './export-page.ts'

type Uses = { type: string; id: number; name: string }[]
export type PageDialog = {
  kind: 'copy' | 'template' | 'stat' | 'versions' | 'publish' | 'preview' | 'rename'
  row: PageRow
}

const usesWords = (uses: Uses) =>
  `被 ${uses.length} 处用到：${uses
    .slice(0, 5)
    .map(({ name }) => `「${name}」`)
    .join('')}${uses.length > 5 ? '等' : ''}。`

/** What can be done with a page of the list. */
export function usePageActs(open: (dialog: PageDialog) => void) {
  const session = useSession()
  const may = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const setDefault = useWrite(decorPage.setDefault, { message: '已设为首页' })
  const online = useWrite(decorPage.online, { message: '已上线' })
  const restore = useWrite(decorPage.restore, { onSuccess: ({ name }) => void showSuccess(`已恢复「${name}」`) })

  const homeOf = ({ type }: PageRow) => (type === 4 ? '个人中心' : '首页')

  async function askDefault(row: PageRow) {
    const content = row.type === 4 ? '确定将该页面设为个人中心吗？' : '确定将该页面设为首页吗？'
    if (await confirm({ content: `${content}买家马上看到它。`, okText: `设为${homeOf(row)}` }))
      setDefault.mutate({ params: { id: row.id } })
  }

  async function usesOf({ id }: PageRow): Promise<Uses | undefined> {
    try {
      return (await call(decorPage.references, { params: { id } })).uses
    } catch (error) {
      reactToError(error)
      return undefined
    }
  }

  async function takeOffline(row: PageRow) {
    const uses = await usesOf(row)
    if (!uses) return
    const waiting = row.publishAt ? `${shortTime(row.publishAt)} 的定时发布会取消。` : ''
    const content = `下线「${row.name}」？买家打开会看到页面不存在，随时可以再上线。${uses.length ? usesWords(uses) : ''}${waiting}`
    if (!(await confirm({ content, okText: '下线' }))) return
    try {
      await write(decorPage.offline, { params: { id: row.id } })
      undo(`已下线「${row.name}」`, () => online.mutate({ params: { id: row.id } }))
    } catch (error) {
      reactToError(error)
    }
  }

  async function remove(row: PageRow) {
    const uses = await usesOf(row)
    if (!uses) return
    const content = `删除「${row.name}」？${uses.length ? `${usesWords(uses)}从那里打开会看到页面不存在。` : ''}回收站里留 30 天。`
    if (!(await confirm({ content, okText: '删除', danger: true }))) return
    await removeOne(row.id, uses.length > 0)
    undo(`已删除「${row.name}」`, () => restore.mutate({ params: { id: row.id } }))
  }

  async function removeOne(id: number, force: boolean) {
    try {
      await write(decorPage.remove, { query: { id, ...(force && { force }) } })
    } catch (error) {
      reactToError(error)
      throw error instanceof CallError ? error : new Error('not removed')
    }
  }

  const isLive = ({ publishState }: PageRow) => publishState === 1 || publishState === 2
  const nextAct = (row: PageRow): { label: string; onClick: () => void } | undefined => {
    if (!may(decorPage.publish)) return undefined
    if (row.publishState === 3) return { label: '上线', onClick: () => online.mutate({ params: { id: row.id } }) }
    if (row.publishState === 0 && row.publishAt)
      return { label: '改时间', onClick: () => open({ kind: 'versions', row }) }
    if (row.publishState === 1) return row.isDefault ? undefined : { label: '下线', onClick: () => takeOffline(row) }
    return { label: row.changes ? `发布 ${row.changes} 处` : '发布', onClick: () => open({ kind: 'publish', row }) }
  }

  const more = (row: PageRow): (MoreAction | false)[] => [
    may(decorPage.rename) && { label: '改名', onClick: () => open({ kind: 'rename', row }) },
    may(decorPage.setDefault) &&
      isLive(row) &&
      !row.isDefault && { label: `设为${homeOf(row)}`, onClick: () => askDefault(row) },
    may(decorPage.save) && { label: '复制', onClick: () => open({ kind: 'copy', row }) },
    may(pageTemplate.save) && { label: '另存为模板', onClick: () => open({ kind: 'template', row }) },
    may(decorPage.publish) &&
      row.publishState !== 1 &&
      row.publishState !== 3 && { label: '发布', onClick: () => open({ kind: 'publish', row }) },
    may(decorPage.publish) && isLive(row) && !row.isDefault && { label: '下线', onClick: () => takeOffline(row) },
    may(decorPage.publish) &&
      row.publishState === 3 && { label: '上线', onClick: () => online.mutate({ params: { id: row.id } }) },
    may(decorPage.info) && { label: '版本', reads: true, onClick: () => open({ kind: 'versions', row }) },
    may(decorPage.export) && { label: '导出', reads: true, onClick: () => exportPage(row.id, row.name) },
    may(decorPage.stat) && { label: '数据', reads: true, onClick: () => open({ kind: 'stat', row }) },
    may(decorPage.remove) &&
      !row.isDefault && { label: '删除', danger: true, onClick: () => void remove(row).catch(() => undefined) },
  ]
  return { more, nextAct, restore, removeOne, may }
}
