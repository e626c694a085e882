import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { Button } from 'antd'
import type { Run } from './actions.tsx'
import { AddressForm } from './address-form.tsx'
import { PanelTool } from './tools.tsx'

type LinkToolProps = {
  editor: Editor
  /** Where the link at the caret leads; undefined where there is none. */
  href: string | undefined
  disabled: boolean
  run: (action: Run) => void
}

/** 链接: makes what is chosen a link, leads it elsewhere or undoes it. */
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

/** Links what is chosen; with nothing chosen the address itself is written. */
function putLink(chain: ChainedCommands, href: string, write: boolean): ChainedCommands {
  if (write) return chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
  return chain.extendMarkRange('link').setLink({ href })
}
