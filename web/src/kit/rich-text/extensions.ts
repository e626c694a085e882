import { type Extensions, mergeAttributes, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table/kit'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style/text-style-kit'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { StarterKit } from '@tiptap/starter-kit'

/** A video in text from elsewhere: kept and played, but not created here. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: {
      default: null,
      parseHTML: (video) => video.getAttribute('src') ?? video.querySelector('source')?.getAttribute('src') ?? null,
    },
    poster: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'video' }],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes({ controls: 'controls' }, HTMLAttributes)],
})

/** What the text may contain: no more than the server's allow-list. */
export function extensionsWith(placeholder: string): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] },
    }),
    TextStyleKit.configure({ fontFamily: false }),
    TextAlign.configure({ types: ['heading', 'paragraph'] }),
    Image.configure({ inline: true }),
    Video,
    TableKit,
    Placeholder.configure({ placeholder }),
  ]
}
