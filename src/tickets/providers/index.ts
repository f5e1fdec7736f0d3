import { readAddress } from '../../web/address.ts'
import type { Provider } from '../provider.ts'
import type { Reference } from '../reference.ts'
import type { ProviderSettings } from '../settings.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { jira } from './jira.ts'
import { linear } from './linear.ts'
import { command, url } from './own.ts'

/** The repository that a bare `#12` means, if the project is at that host. */
export type RepositoryAt = (host: string) => string | undefined

/** The configured trackers, in their order. */
export function openProviders(all: readonly ProviderSettings[], repositoryAt: RepositoryAt): Provider[] {
  return all.map((settings) => limited(opened(settings, repositoryAt), settings.projects))
}

function opened(settings: ProviderSettings, repositoryAt: RepositoryAt): Provider {
  switch (settings.type) {
    case 'jira':
      return jira(settings)
    case 'github':
      return github(settings, repositoryAt(hostOf(settings.url, 'github.com').replace(/^api\./, '')))
    case 'gitlab':
      return gitlab(settings, repositoryAt(hostOf(settings.url, 'gitlab.com')))
    case 'linear':
      return linear(settings)
    case 'command':
      return command(settings)
    case 'url':
      return url(settings)
  }
}

function hostOf(written: string | undefined, otherwise: string): string {
  return (written === undefined ? undefined : readAddress(written)?.name) ?? otherwise
}

/** With `projects`, ids with another key are not its business. */
function limited(provider: Provider, projects: readonly string[] | undefined): Provider {
  if (projects === undefined || projects.length === 0) return provider
  const keys = new Set(projects.map((key) => key.toUpperCase()))
  const isOwn = ({ kind, id }: Reference) =>
    kind !== 'key' || keys.has(id.slice(0, id.lastIndexOf('-')).toUpperCase())
  return { ...provider, accepts: (reference) => (isOwn(reference) ? provider.accepts(reference) : undefined) }
}
