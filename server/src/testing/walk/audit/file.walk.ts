import type { AreaWalk } from './audit-walk.ts'
import { picture } from './audit-walk.ts'

export const fileWalk: AreaWalk = {
  walks: {
    'file.save': () => ({ file: ['a.txt', Buffer.from('合同')] }),
    'file.upload': async () => ({ file: ['b.png', await picture('blue')] }),
    'file.picture': async () => ({ file: ['c.png', await picture('green')] }),
    'file.update': (ids) => ({ body: { id: ids['file.save'], name: '合同正文' } }),
    'file.remove': (ids) => ({ body: [ids['file.save']] }),
  },
  elsewhere: {
    'file.qiniu': 'stores as file.save does',
    'file.deploy': 'file-package.test.ts',
    'file.database': 'file-package.test.ts',
    'upload.begin': 'nothing is stored before it is finished',
    'upload.add': 'nothing is stored before it is finished',
    'upload.finish': 'stores as file.save does',
    'upload.remove': 'gives up what was never stored',
    'attachment.save': 'attachment.test.ts',
    'attachment.update': 'attachment.test.ts',
    'attachment.move': 'attachment.test.ts',
    'attachment.restore': 'attachment.test.ts',
    'storage.migrate': 'needs a storage; file-move.service.ts notes it with the task',
    'storage.synchronize': 'needs a storage; qiniu-sync.service.ts notes it with the task',
    'attachment.remove': 'attachment.test.ts',
  },
}
