import { openerOn } from '../../../src/show/watch/watch'

test.each<[platform: string, env: Record<string, string>, opener: readonly string[] | undefined]>([
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['freebsd', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: '' }, undefined],
  ['darwin', {}, ['open']],
  ['win32', {}, ['cmd', '/c', 'start', '']],
  ...['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].flatMap((name) =>
    ['linux', 'darwin', 'win32'].map((platform): [string, Record<string, string>, undefined] => [
      platform,
      { [name]: 'x', DISPLAY: ':0' },
      undefined,
    ]),
  ),
])('on %s with %j the browser is opened with %j', (platform, env, opener) => {
  expect(openerOn(platform, env)).toEqual(opener)
})
