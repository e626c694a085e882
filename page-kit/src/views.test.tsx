import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { valuesOf as allValues, partFields } from './component.ts'
import type { Definition } from './define.ts'
import { emptyPage, type Settings, settingFields } from './page.ts'
import { ComponentView, PageView } from './page-view.tsx'
import { pageViewOf, pageViews } from './page-views.tsx'
import { components, definitionOf } from './registry.ts'
import { sampleOf } from './samples.ts'
import { laws, plain, valuesOfType } from './testing/pages.fixture.ts'
import { userViews } from './user-views.tsx'
import { filled } from './values.ts'
import { type Mode, noAct } from './view.tsx'
import { viewOf } from './views.tsx'

const drawn = components.filter(({ type }) => viewOf(type))

type Values = { props?: object; box?: object }
function markup(definition: Definition, { props = {}, box = {} }: Values, mode: Mode, data: unknown): string {
  const value = (part: 'props' | 'box', given: object) =>
    filled(partFields(definition, part), given as Record<string, unknown>)
  return renderToStaticMarkup(
    <ComponentView
      id="c1"
      type={definition.type}
      props={value('props', props)}
      box={value('box', box)}
      data={data}
      mode={mode}
      act={noAct}
      viewOf={viewOf}
    />,
  )
}

test('what is offered has a view, but for shared blocks, which are drawn as what they hold', () => {
  const missing = components.filter(({ type }) => !viewOf(type))
  expect(missing.map(({ type }) => type)).toEqual(['sharedBlock'])
})

test('a page with an address of its own draws whatever there is, and loads first none of what only user centres take', () => {
  expect(drawn.filter(({ type }) => !pageViewOf(type)).map(({ type }) => type)).toEqual([])
  const ofUsers = drawn.filter(({ pageTypes }) => !pageTypes.includes(2)).map(({ type }) => type)
  expect(ofUsers.toSorted()).toEqual(Object.keys(userViews).toSorted())
  expect(ofUsers.filter((type) => type in pageViews)).toEqual([])
})

test.each(drawn.map((definition) => [definition.title, definition] as const))(
  '%s draws its defaults and extremes, with data, without any, and while it waits',
  (_, definition) => {
    const data = fc.constantFrom(undefined, sampleOf(definition.source), emptied(sampleOf(definition.source)))
    fc.assert(
      fc.property(valuesOfType(definition), data, fc.constantFrom<Mode>('edit', 'live'), (values, given, mode) => {
        expect(markup(definition, values, mode, given)).toBeTypeOf('string')
      }),
      { ...laws, numRuns: 15, examples: [[{ props: {}, box: {}, rule: {} }, undefined, 'edit']] },
    )
  },
)

/** The same data with empty lists. */
function emptied(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Array.isArray(value) ? [] : value]))
}

/** What the canvas draws otherwise on purpose: popups open, folded buttons unfolded, services for everybody, text that the server cleaned. */
const otherwise = ['popup', 'floatButton', 'userServices', 'richText', 'video']

test('the canvas and the storefront draw the same, but for marks of the canvas', () => {
  for (const definition of drawn.filter(({ type }) => !otherwise.includes(type))) {
    const [edit, live] = (['edit', 'live'] as const).map((mode) =>
      markup(definition, {}, mode, sampleOf(definition.source)),
    )
    expect([definition.type, edit?.replaceAll(' data-component="c1"', '')]).toEqual([definition.type, live])
  }
})

test('sixty ways to smuggle code through texts, links and addresses end as text or as nothing', () => {
  const shapes = [
    '<script>x()</script>',
    '"><img src=x onerror=x()>',
    "' onmouseover='x()",
    'javascript:x()',
    'JaVaScRiPt:x()',
    'data:text/html,x',
  ]
  const tricks = shapes.flatMap((shape) => [
    shape,
    ` ${shape}`,
    `\t${shape}`,
    shape.toUpperCase(),
    `${shape}\u0000`,
    `/${shape}`,
    `//${shape}`,
    `https://a/${shape}`,
    `#${shape}`,
    `url(${shape})`,
  ])
  expect(tricks).toHaveLength(60)
  for (const trick of tricks) {
    const image = { url: trick, alt: trick, w: 1, h: 1 }
    for (const [type, props] of [
      [
        'titleBar',
        {
          title: trick,
          subtitle: trick,
          more: trick,
          link: trick,
          background: 'picture',
          image,
          colour: trick,
          bg: [trick, trick],
        },
      ],
      ['carousel', { slides: [{ image, title: trick, link: trick }] }],
      ['iconNav', { items: [{ image, title: trick, link: trick, badge: trick }] }],
      ['imageText', { items: [{ image, title: trick, text: trick, link: trick }] }],
    ] as const) {
      const { props: clean } = allValues(plain(type, props))
      const definition = definitionOf(type)
      const html = definition ? markup(definition, { props: clean }, 'live', undefined) : ''
      expect(html).not.toMatch(
        /<script|<[a-z]+[^>]* on[a-z]+=|(?:href|src)="\s*(?:javascript|data):|style="[^"]*url\((?!&quot;https:)/i,
      )
    }
  }
})

test('a page draws its components in their zones, on its ground', () => {
  const shown = ['tabBar', 'titleBar', 'searchBar'].map((type) => {
    const { id, v, anchor, track, ...component } = plain(type)
    const { props, box } = allValues({ id, v, anchor, track, ...component })
    return { id, type, v, props, box, anchor, track }
  })
  const settings = filled(settingFields, { ...emptyPage().settings, pageColorPicker: '#eeeeee' }) as Settings
  const html = renderToStaticMarkup(
    <PageView settings={settings} components={shown} dataOf={() => undefined} viewOf={viewOf} />,
  )
  const places = ['搜索商品名称', '标题', '首页'].map((word) => html.indexOf(word))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  expect(html).toContain('class="page" style="background:#eeeeee"')
})

test('a component of an unknown type is drawn in the canvas alone', () => {
  const given = { id: 'c1', type: 'hologram', props: {}, box: {}, data: undefined, act: noAct, viewOf }
  expect(renderToStaticMarkup(<ComponentView {...given} mode="edit" />)).toContain('未知组件')
  expect(renderToStaticMarkup(<ComponentView {...given} mode="live" />)).toBe('')
})

const folder = import.meta.dirname
const sheets = globSync('**/*.css', { cwd: folder }).map(
  (path) => [path, readFileSync(join(folder, path), 'utf8')] as const,
)

test('styles measure the page and not the window, which is the console’s in the canvas', () => {
  for (const [path, css] of sheets) {
    expect([
      path,
      css.match(/\d(?:vw|vh|vmin|vmax|dvh|svh)\b|@media[^{]*(?:width|height|orientation)|!important/g),
    ]).toEqual([path, null])
    // Styles that are no module hold below the page alone.
    if (path.endsWith('.module.css')) continue
    const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? []
    for (const selector of selectors)
      expect([path, selector.trim()]).toEqual([path, expect.stringMatching(/^(?::where\(\.page|\.page)/)])
  }
})

test('views use the classes that their sheet has, and all of them', () => {
  for (const [path, css] of sheets.filter(([each]) => each.endsWith('.module.css'))) {
    const stem = path.replace(/[^/]+$/, '')
    const view = path.startsWith('parts/') ? path.replace('.module.css', '.tsx') : `${stem}view.tsx`
    const code = readFileSync(join(folder, view), 'utf8')
    const used = new Set([...code.matchAll(/styles\.(\w+)/g)].map(([, name = '']) => name))
    const rules = css
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\{[^{}]*\}/g, '{}')
      .replace(/url\([^)]*\)/g, '')
    const there = new Set([...rules.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name))
    expect([path, [...used].filter((name) => !there.has(name))]).toEqual([path, []])
    const isDynamic = /styles\[/.test(code)
    if (!isDynamic) expect([path, [...there].filter((name) => !used.has(name))]).toEqual([path, []])
  }
})
