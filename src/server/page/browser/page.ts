import { startApp } from './app.ts'
import { HttpSource } from './source.ts'
import { applyTheme } from './theme.ts'

/** The page of `hookbox serve`. */
applyTheme()
const root = document.getElementById('app')
if (root) startApp(root, new HttpSource(), '7d')
