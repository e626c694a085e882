// @vitest-environment jsdom
import axe from 'axe-core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { partFields } from './component.ts'
import type { Fields } from './fields.ts'
import { ComponentView } from './page-view.tsx'
import { components } from './registry.ts'
import { sampleOf } from './samples.ts'
import { filled } from './values.ts'
import { type Mode, noAct } from './view.tsx'
import { viewOf } from './views.tsx'

/** Values as staff leave them: pictures with words for those who do not see them, links, and an item or two in each list. */
function used(fields: Fields): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
    if (field.control === 'image') return [[key, { url: '/file/coffee.jpg', alt: '云南咖啡豆', w: 200, h: 200 }]]
    if (field.control === 'link') return [[key, '/pages/goods_cate/goods_cate']]
    if (field.control === 'text' && !field.default) return [[key, '新品上架'.slice(0, field.maxLength)]]
    if (field.control !== 'list' || !field.items) return []
    const item = used(field.items.properties)
    return [[key, [item, item]]]
  })
  return filled(fields, Object.fromEntries(given))
}

const drawn = components.filter(({ type }) => viewOf(type))

test.each(drawn.map((definition) => [definition.title, definition] as const))(
  '%s says what it is and what it does to those who do not see it',
  async (_, definition) => {
    const main = document.body.appendChild(document.createElement('main'))
    onTestFinished(() => main.remove())
    const props = partFields(definition, 'props')
    for (const values of [filled(props, {}), used(props)])
      for (const mode of ['edit', 'live'] satisfies Mode[]) {
        main.innerHTML = renderToStaticMarkup(
          <ComponentView
            id="c1"
            type={definition.type}
            props={values}
            box={filled(partFields(definition, 'box'), {})}
            data={sampleOf(definition.source)}
            mode={mode}
            act={noAct}
            viewOf={viewOf}
          />,
        )
        // Colours are the shop's own, and jsdom draws none.
        const { violations } = await axe.run(main, { rules: { 'color-contrast': { enabled: false } } })
        expect(violations.map(({ id, nodes }) => `${mode} ${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([])
      }
  },
)
