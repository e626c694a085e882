import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { useMenus } from '../../../kit/menu/menus.ts'
import { EmptyBlock } from '../../../kit/page/block-state.tsx'
import { savePreference } from '../../../kit/settings/preferences.ts'
import { chosenShortcuts, shortcutForms, shortcutPages, shortcutsOf } from '../model/shortcuts.ts'
import styles from './shortcuts.module.css'

/** The preference that keeps the addresses somebody chose, in their order; without it the links are the usual ones. */
const PREFERENCE = 'shortcuts'

const ShortcutEditor = lazy(() => import('./shortcut-editor.tsx'))

/**
 * 快捷入口: links to the user's pages, their own choice or else the usual ones for what they may do. Seeing as another shows
 * the usual ones of that role: nothing personal of either.
 */
export function Shortcuts() {
  const records = useMenus((menus) => menus.records)
  const permissions = useSession((session) => session.permissions)
  const seeing = useSession(({ user }) => user?.seeing !== undefined)
  const kept = useSession(({ user }) => user?.preferences[PREFERENCE])
  const [editing, setEditing] = useState(false)
  const pages = useMemo(() => shortcutPages(records), [records])
  const usual = useMemo(() => shortcutsOf(records, { permissions }), [records, permissions])
  const forms = useMemo(() => shortcutForms(records, { permissions }), [records, permissions])
  const chosen = useMemo(() => (seeing ? undefined : chosenShortcuts(records, kept)), [records, kept, seeing])
  const shown = chosen ?? usual
  const edit = pages.length > 0 && !seeing && (
    <Button type="link" size="small" aria-label="编辑快捷入口" onClick={() => setEditing(true)}>
      编辑
    </Button>
  )
  return (
    <Section title="快捷入口" acts={edit}>
      {shown.length ? (
        <div className={styles.shortcuts}>
          {shown.map(({ to, title, icon }) => (
            <Link key={to} to={forms.get(to) ?? to} className={styles.shortcut}>
              <Icon name={icon} />
              <span>{title}</span>
            </Link>
          ))}
        </div>
      ) : (
        <EmptyBlock
          text={pages.length ? '还没有快捷入口，点编辑添加' : '您的角色还没有可以进入的页面，请联系管理员分配权限'}
        />
      )}
      {editing && (
        <Suspense>
          <ShortcutEditor
            chosen={shown}
            pages={pages}
            isUsual={chosen === undefined}
            onChange={(links) => savePreference(PREFERENCE, links)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </Section>
  )
}
