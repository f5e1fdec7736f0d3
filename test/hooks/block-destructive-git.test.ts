import { hook } from '../../hooks/block-destructive-git/index.ts'
import { bashPayload, hookTable } from '../support/table.ts'

hookTable(hook, [{ title: 'an ordinary command passes', payload: bashPayload('ls'), exit: 0 }])
