/**
 * What keeps programs from downloading on their own: a check after an edit must neither wait
 * for a network nor bring code onto the machine. `npx eslint` would install an eslint that is
 * missing, `uv run` an environment, cargo and go the modules of a project, pre-commit its hooks.
 * Each name is in its program's documentation.
 */
export const OFFLINE = {
  npm_config_yes: 'false',
  npm_config_offline: 'true',
  YARN_ENABLE_NETWORK: '0',
  COREPACK_ENABLE_NETWORK: '0',
  PIP_NO_INDEX: '1',
  UV_OFFLINE: '1',
  GOPROXY: 'off',
  CARGO_NET_OFFLINE: 'true',
  RUSTUP_AUTO_INSTALL: '0',
  GIT_ALLOW_PROTOCOL: 'file',
} as const
