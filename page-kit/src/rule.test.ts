import { expect, test } from 'vitest'
import { type Component, emptyPage, type Page } from './page.ts'
import { periodOf } from './period.ts'
import { answersOf, type Channel, shownOf, type Viewer, visitor } from './rule.ts'
import { plain } from './testing/pages.fixture.ts'

const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)
const page = (...made: Component[]): Page => ({
  ...emptyPage(),
  value: Object.fromEntries(made.map((component) => [component.id.slice(1), component])),
})
const noon = at('2026-11-11 12:00:00')
const isShown = (rule: Component['rule'], viewer: Viewer = visitor, now = noon, channel: Channel = 'h5') =>
  shownOf(page({ ...plain('spacer'), rule }), { viewer, now, channel }).components.length === 1

const member: Viewer = { isSignedIn: true, hasPaid: false, levelId: 2, tagIds: [5] }
const buyer: Viewer = { ...member, hasPaid: true }

test.each<[string, Component['rule'], boolean[]]>([
  ['everybody', {}, [true, true, true]],
  ['guests', { audience: 'guest' }, [true, false, false]],
  ['members', { audience: 'member' }, [false, true, true]],
  ['those who never ordered', { audience: 'new' }, [true, true, false]],
  ['those who did', { audience: 'paid' }, [false, false, true]],
  ['a level', { audience: 'level', levelIds: [2] }, [false, true, true]],
  ['another level', { audience: 'level', levelIds: [3] }, [false, false, false]],
  ['a tag', { audience: 'tag', tagIds: [5, 6] }, [false, true, true]],
  ['no tag chosen', { audience: 'tag' }, [false, false, false]],
])('what is for %s is shown to them alone', (_, rule, expected) => {
  expect([visitor, member, buyer].map((viewer) => isShown(rule, viewer))).toEqual(expected)
})

test('a component is there from its first second on and gone with its last', () => {
  const rule = { startTime: '2026-11-11 00:00:00', endTime: '2026-11-12 00:00:00' }
  const moments = ['2026-11-10 23:59:59', '2026-11-11 00:00:00', '2026-11-11 23:59:59', '2026-11-12 00:00:00']
  expect(moments.map((moment) => isShown(rule, visitor, at(moment)))).toEqual([false, true, true, false])
})

test('a component of one terminal is not served to another', () => {
  const channels: Channel[] = ['h5', 'routine', 'app']
  expect(channels.map((channel) => isShown({ terminals: ['routine'] }, visitor, noon, channel))).toEqual([
    false,
    true,
    true,
  ])
})

test('hidden components and unknown ones are not served', () => {
  const hidden = { ...plain('spacer'), isShow: false }
  const unknown = { ...plain('spacer'), type: 'hologram' }
  expect(shownOf(page(hidden, unknown), { channel: 'h5', now: noon }).components).toEqual([])
})

test('pictures that are over or to come are left out, and the next change is known', () => {
  const slides = [
    { title: '一直' },
    { title: '已结束', to: '2026-11-11 12:00:00' },
    { title: '将开始', from: '2026-11-11 20:00:00' },
    { title: '不显示', show: false },
  ]
  const timed = page(plain('carousel', { slides }), { ...plain('spacer'), rule: { endTime: '2026-11-11 18:00:00' } })
  const { components, nextChangeAt } = shownOf(timed, { channel: 'h5', now: noon })
  expect(components[0]?.props.slides).toMatchObject([{ title: '一直' }])
  expect(nextChangeAt).toEqual(at('2026-11-11 18:00:00'))
  expect(shownOf(timed, { channel: 'h5', now: at('2026-11-13 00:00:00') }).nextChangeAt).toBeUndefined()
})

test('a page depends on the buyer where a rule asks who it is, or where it shows what is theirs', () => {
  const personal = (component: Component) => shownOf(page(component), { channel: 'h5', now: noon }).personal
  expect(personal(plain('spacer'))).toBe(false)
  expect(personal({ ...plain('spacer'), rule: { audience: 'member' } })).toBe(true)
  expect(personal(plain('memberCard'))).toBe(true)
})

test('a shared block is served as what it holds, under its own id and rule, and left out where that is gone', () => {
  const block = { ...plain('sharedBlock', { blockIds: [7] }), rule: { audience: 'member' } }
  const blockOf = (id: number) => (id === 7 ? plain('titleBar', { title: '新品' }) : undefined)
  const asked = { channel: 'h5', now: noon } as const
  expect(shownOf(page(block), { ...asked, viewer: member, blockOf }).components).toMatchObject([
    { id: block.id, type: 'titleBar', props: { title: '新品' } },
  ])
  expect(shownOf(page(block), { ...asked, blockOf }).components).toEqual([])
  expect(shownOf(page(block), { ...asked, viewer: member }).components).toEqual([])
})

test('those to whom all rules answer the same are shown the same', () => {
  const made = page(
    plain('spacer'),
    { ...plain('spacer'), rule: { audience: 'guest' } },
    { ...plain('spacer'), rule: { audience: 'level', levelIds: [2] } },
  )
  expect([visitor, member, buyer].map((viewer) => answersOf(made, viewer))).toEqual(['10', '01', '01'])
})

test('what has an end is over, yet to come, or there now', () => {
  const period = { from: '2026-11-11 00:00:00', to: '2026-11-12 00:00:00' }
  const days = ['2026-11-10 23:59:59', '2026-11-11 00:00:00', '2026-11-12 00:00:00'].map(at)
  expect(days.map((now) => periodOf(period, now))).toEqual(['soon', 'now', 'over'])
  expect(periodOf({ from: '', to: '' }, noon)).toBe('now')
})
