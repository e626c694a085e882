import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { Button } from 'antd'
import type { Run } from './actions.tsx'
import { AddressForm } from './address-form.tsx'
import { PanelTool } from './tools.tsx'

type LinkToolProps = {
  editor: Editor
  /** The URL of the link at the caret; undefined if there is none. */
  href: string | undefined
  disabled: boolean
  run: (action: Run) => void
}

/** 链接: turns the selection into a link, changes its URL or removes it. */
export function LinkTool({ editor, href, disabled, run }: LinkToolProps) {
  return (
    <PanelTool label="链接" icon={<LinkOutlined />} pressed={href !== undefined} disabled={disabled}>
      {(close) => (
        <AddressForm
          label="链接地址"
          initial={href}
          onDone={(address) => {
            run((chain) => putLink(chain, address, href === undefined && editor.state.selection.empty))
            close()
          }}
        >
          {href !== undefined && (
            <Button
              onClick={() => {
                run((chain) => chain.extendMarkRange('link').unsetLink())
                close()
              }}
            >
              取消链接
            </Button>
          )}
        </AddressForm>
      )}
    </PanelTool>
  )
}

/** Links the selection; without a selection the URL itself is inserted. */
function putLink(chain: ChainedCommands, href: string, write: boolean): ChainedCommands {
  if (write) return chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
  return chain.extendMarkRange('link').setLink({ href })
}
