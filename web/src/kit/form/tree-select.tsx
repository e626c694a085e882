import { TreeSelect as Select, type TreeSelectProps } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

export type { TreeSelectProps }

type DataNode = NonNullable<TreeSelectProps['treeData']>[number]

/**
 * A select of a tree that assistive technology can follow: the field names its list and the marked node. The library names
 * neither, and reads out the id of the marked node instead of its name.
 */
export function TreeSelect<Value = unknown, Node extends DataNode = DataNode>(props: TreeSelectProps<Value, Node>) {
  const ownId = useId()
  const id = props.id ?? ownId
  const [marked, setMarked] = useState<string>()
  // The library's types do not show that its tree select, too, takes the id of the marked node.
  const named = { id, activeDescendantId: marked }
  return (
    <Select<Value, Node>
      {...props}
      {...named}
      popupRender={(list) => (
        <Named id={`${id}_list`} onMark={setMarked}>
          {list}
        </Named>
      )}
    />
  )
}

type NamedProps = { id: string; onMark: (nodeId: string | undefined) => void; children: ReactNode }

/** The open list of a tree select. The library replaces its content when the nodes arrive. */
function Named({ id, onMark, children }: NamedProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = ref.current
    if (!shown) return
    const name = () => {
      const list = shown.querySelector('[role=tree], [role=listbox]')
      if (list && list.id !== id) list.id = id
      shown.querySelector('[aria-live]')?.setAttribute('aria-hidden', 'true')
      onMark(list?.getAttribute('aria-activedescendant') ?? undefined)
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(shown, { subtree: true, childList: true, attributeFilter: ['aria-activedescendant'] })
    return () => observer.disconnect()
  }, [id, onMark])
  return <div ref={ref}>{children}</div>
}
