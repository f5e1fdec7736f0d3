import type { Tool } from './tool.ts'

/** Publishing: packages, releases, containers. What is out can't be taken back. */
export const PUBLISH: readonly Tool[] = [
  {
    programs: 'npm pnpm yarn bun lerna jsr',
    writes: [
      'publish|unpublish|deprecate|pub',
      'npm publish',
      'workspace * publish',
      'workspace * npm publish',
      'workspaces foreach npm publish',
      'dist-tag add|rm',
      'stage publish',
    ],
    rehearsal: '--dry-run -n',
    valued: '--access --otp --workspace -w --filter --userconfig --provenance-file',
    // A version with another tag than latest is installed by nobody who does not ask for it.
    elsewhere:
      '--tag=next* --tag=rc* --tag=pre* --tag=edge* --tag=insider* --tag=experimental* --tag=snapshot*',
    target: '--tag --registry',
    variables: 'npm_config_tag npm_config_registry',
    otherwise: 'production',
  },
  {
    programs: 'deno',
    writes: ['publish', 'deploy'],
    rehearsal: '--dry-run',
    production: '--prod',
    otherwise: 'production',
  },
  {
    programs: 'changeset',
    writes: ['publish'],
    target: '--tag',
    otherwise: 'production',
  },
  {
    programs: 'semantic-release release-it np',
    writes: [''],
    reads: ['version|status|add|init|pre|tag|info|changelog|label'],
    rehearsal: '--dry-run -d --preview --no-publish --changelog --release-version',
    target: '--tag --snapshot --preRelease',
    otherwise: 'production',
  },
  {
    programs: 'cargo',
    // A toolchain may stand in front: cargo +nightly publish.
    writes: ['publish|yank', 'dist upload', '+* publish|yank'],
    rehearsal: '--dry-run -n --list',
    valued: '-p --package --manifest-path --features -F --target-dir --token --index -j --jobs',
    target: '--registry',
    variables: 'CARGO_REGISTRY_DEFAULT',
    otherwise: 'production',
  },
  {
    // cargo-release shows what it would do, until it is told to do it.
    programs: 'cargo',
    writes: ['release', '+* release'],
    needs: '-x --execute',
    valued: '-p --package --manifest-path -c --config -m --metadata --prev-tag-name --tag-prefix',
    otherwise: 'production',
  },
  {
    programs: 'twine',
    writes: ['upload|register'],
    valued: '-u --username -p --password -i --identity -c --comment --config-file --cert',
    target: '-r --repository --repository-url',
    variables: 'TWINE_REPOSITORY TWINE_REPOSITORY_URL',
    otherwise: 'production',
  },
  {
    programs: 'poetry uv hatch flit pdm maturin rye',
    writes: ['publish|upload'],
    rehearsal: '--dry-run',
    valued: '-u --username -p --password --token -t --dist-dir --config-file',
    target: '-r --repository --publish-url --index --repository-url',
    variables: 'UV_PUBLISH_URL FLIT_INDEX_URL HATCH_INDEX_REPO',
    otherwise: 'production',
  },
  {
    programs: 'gem',
    writes: ['push|yank'],
    target: '--host',
    otherwise: 'production',
  },
  {
    programs: 'mvn mvnw mvnd gradle gradlew sbt',
    writes: [
      '... deploy|deploy:*|release:perform|publish|publishToMavenCentral|publishAllPublicationsTo*Repository|publish*PublicationTo*Repository|publishPlugins|uploadArchives|closeAndRelease*|publishSigned|publishToSonatype|publishToCentral*|publishAndReleaseToMavenCentral|releaseSonatype*|appengineDeploy|*:publish|*:deploy',
    ],
    rehearsal: '--dry-run -m -n',
    valued: '-f --file -pl --projects -P -s --settings -p --project-dir -b --build-file -t',
    hint: '-P -D',
    otherwise: 'unknown',
  },
  {
    programs: 'dotnet nuget',
    writes: ['nuget push|delete', 'push|delete'],
    valued: '-k --api-key -t --timeout',
    target: '-s --source -Source',
    otherwise: 'production',
  },
  {
    programs: 'goreleaser',
    writes: ['release|publish|continue|announce'],
    rehearsal: '--snapshot --skip=publish --skip-publish --prepare',
    otherwise: 'production',
  },
  {
    programs: 'vsce ovsx',
    writes: ['publish|unpublish'],
    elsewhere: '--pre-release',
    otherwise: 'production',
  },
  {
    programs: 'docker',
    writes: [
      'stack deploy|rm|up|down',
      'service create|update|rm|scale|rollback',
      'swarm leave|update|ca',
      'node update|rm|demote',
    ],
    valued: '--config -l --log-level -c --compose-file --with-registry-auth --image --replicas',
    target: '--context -H --host',
    variables: 'DOCKER_CONTEXT DOCKER_HOST',
    operands: 'hint',
    scope: 'docker',
    settings: 'docker',
  },
  {
    programs: 'docker podman nerdctl docker-compose podman-compose',
    writes: [
      'compose up|down|restart|stop|kill|rm|run|start|create|pull',
      'up|down|restart|stop|kill|rm|run|start|create',
      'container rm|stop|kill|restart|start|run',
    ],
    valued:
      '-f --file -p --project-name --env-file --profile -l --log-level -c --config -v --volume -e --env --name --network',
    target: '-c --context -H --host',
    hint: '-p --project-name',
    variables: 'DOCKER_CONTEXT DOCKER_HOST',
    scope: 'docker',
    settings: 'docker',
    onlyProtected: true,
  },
  {
    programs: 'gh',
    writes: ['release create|delete|edit|upload|delete-asset'],
    rehearsal: '-d --draft',
    valued:
      '-n --notes -F --notes-file -t --title -R --repo --target --discussion-category --notes-start-tag',
    elsewhere: '-p --prerelease',
    otherwise: 'production',
  },
  {
    // A pipeline or job by its name; what it does stands in another file.
    programs: 'glab',
    writes: ['ci run|trigger|retry', 'pipeline|pipe run|trigger|retry', 'schedule run'],
    valued: '-R --repo -i --input --variables-file -f --variables-from --pipeline-id -p',
    suggests: '-b --branch --variables --variables-env',
    operands: 'suggest',
    onlyProtected: true,
  },
  {
    programs: 'glab',
    writes: ['release create|delete|upload'],
    otherwise: 'production',
  },
]
