import { expect, test } from 'vitest'
import { checkPublish } from '../check.ts'
import { componentsOf } from '../page.ts'
import { stamp } from '../testing/pages.fixture.ts'
import { pageOf } from './template.ts'
import { templates } from './templates.ts'

const made = templates.map(
  (template) =>
    [
      template.title,
      template,
      pageOf(template, (name) => `/file/${template.key}-${encodeURIComponent(name)}.png`, stamp()),
    ] as const,
)

test.each(made)('%s can be published as it is, without a warning', (_, __, page) => {
  expect(checkPublish(page)).toEqual([])
})

test.each(made)(
  '%s has no picture that nothing shows, at most three colours, and distances of four',
  (_, template, page) => {
    const urls = JSON.stringify(page.value)
    for (const name of Object.keys(template.pictures)) expect(urls).toContain(encodeURIComponent(name))
    const grounds = Object.values(template.pictures).map(
      ({ svg }) => /height="\d+"(?: rx="54")? fill="(#\w+)"/.exec(svg)?.[1],
    )
    expect(new Set(grounds).size).toBeLessThanOrEqual(3)
    for (const { box, props } of componentsOf(page)) {
      const given = [box.gap, box.top, box.bottom, box.side, props.space].filter((each) => each !== undefined)
      for (const distance of given) expect([0, 4, 8, 12, 16]).toContain(distance)
    }
  },
)

test.each(made)('%s draws pictures that are well-formed and hold no code', (_, { pictures }) => {
  for (const { svg, w, h, alt } of Object.values(pictures)) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/)
    expect(svg).not.toMatch(/<text|<script|undefined|NaN|href/)
    expect((svg.match(/<g[ >]/g) ?? []).length).toBe((svg.match(/<\/g>/g) ?? []).length)
    expect([w > 0, h > 0, alt.length > 0]).toEqual([true, true, true])
  }
})

test('keys and titles of templates are unique, and each kind of page has one', () => {
  expect(new Set(templates.map(({ key }) => key)).size).toBe(10)
  expect(new Set(templates.map(({ title }) => title)).size).toBe(10)
  expect(new Set(templates.map(({ type }) => type))).toEqual(new Set([2, 4]))
})
