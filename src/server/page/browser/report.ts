import { startApp } from './app.ts'
import { type Embedded, embeddedSource } from './embedded.ts'
import { applyTheme } from './theme.ts'

/** The same page as a file: the records stand in it as JSON, which no browser runs. */
applyTheme()
const root = document.getElementById('app')
const data = document.getElementById('records')?.textContent
if (root && data) {
  const embedded = JSON.parse(data) as Embedded
  void embeddedSource(embedded).then((source) => startApp(root, source, 'all'))
}
