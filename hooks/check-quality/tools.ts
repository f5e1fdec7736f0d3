import type { Tool } from './tool.ts'
import { MORE_TOOLS } from './tools-more.ts'
import { PYTHON_TOOLS } from './tools-python.ts'
import { WEB_TOOLS } from './tools-web.ts'

/**
 * The known tools, in the order in which they run: linters before formatters, since a
 * formatter has the last word on what a linter's fix left behind. A fix never removes
 * imports: the agent often adds the import in one edit and its use in the next.
 */
export const TOOLS: readonly Tool[] = [...PYTHON_TOOLS, ...WEB_TOOLS, ...MORE_TOOLS]
