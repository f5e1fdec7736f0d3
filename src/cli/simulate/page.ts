import { sourceOf, TITLES } from '../settings/places.ts'
import { answerOf, commandOf, titleOf } from './shown.ts'
import type { AnySimulated, AnyStep } from './simulated.ts'

/**
 * A simulation as one page that needs nothing else. What hooks print is text, never markup.
 * `ended`: how it ended, in words, unless the last station says it.
 */
export function htmlPage(walked: readonly AnySimulated[], ended?: string): string {
  const [first] = walked
  const last = walked.at(-1)
  const title = first ? `${TITLES[first.harness]}: what the hooks do` : 'hookbox'
  const verdict = ended ?? (last?.effect.blocked ? `It stops at ${last.event}.` : 'Nothing stops it.')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; --ink: light-dark(#1c2024, #e6e8ea); --dim: light-dark(#687076, #9ba1a6); --line: light-dark(#d7dbdf, #3a3f42); --bad: light-dark(#c62a2f, #ff8589); --good: light-dark(#18794e, #4cc38a); --paper: light-dark(#fff, #151718); --card: light-dark(#f8f9fa, #1e2123) }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 54rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin: 0 }
section { border-left: 3px solid var(--good); background: var(--card); padding: .8rem 1rem; margin: .8rem 0; border-radius: 0 6px 6px 0 }
section.stops { border-color: var(--bad) } .stops .then { color: var(--bad); font-weight: 600 }
ul { list-style: none; padding: 0; margin: .5rem 0 } li { padding: .3rem 0; border-top: 1px solid var(--line) }
code, pre { font: 13px/1.45 ui-monospace, monospace } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0 }
.dim { color: var(--dim) } dt { color: var(--dim) } dd { margin: 0 0 .4rem 0 }
</style>
<h1>${escaped(title)}</h1>
<p>${escaped(verdict)}</p>
${walked.map(stationHtml).join('\n')}
</html>
`
}

function stationHtml(simulated: AnySimulated): string {
  const { steps, effect } = simulated
  const rows = [
    ...effect.model.map((text) => ['The model reads', text]),
    ...effect.user.map((text) => ['The user reads', text]),
    ...effect.further.map((text) => ['Also', text]),
  ]
  return `<section${effect.blocked ? ' class="stops"' : ''}>
<h2>${escaped(titleOf(simulated))}</h2>
<ul>
${steps.length === 0 ? '<li class="dim">no hook is registered for it</li>' : steps.map(stepHtml).join('\n')}
</ul>
<p class="then">${escaped(effect.happens)}</p>
<dl>${rows.map(([term = '', text = '']) => `<dt>${term}</dt><dd><pre>${escaped(text)}</pre></dd>`).join('')}</dl>
</section>`
}

function stepHtml(step: AnyStep): string {
  const { said, ignored } = answerOf(step)
  const where = `${sourceOf(step.handler.place)}, ${step.handler.place.path}`
  const what = step.started ? `exit ${step.exit}, ${step.ms} ms: ${said}` : `not run: ${step.why}`
  const more = ignored.map((text) => `<br>ignored: ${escaped(text)}`).join('')
  return `<li><code>${escaped(commandOf(step))}</code> <span class="dim">${escaped(where)}</span><br>${escaped(what)}${more}</li>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
