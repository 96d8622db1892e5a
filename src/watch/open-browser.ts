import type { Environment } from '../settings/settings'

type Program = readonly [name: string, ...args: string[]]

/** @returns the program that opens an address in the browser; undefined if there is no screen to show one on. */
export function openerOn(platform: string, env: Environment): Program | undefined {
  if (['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some((name) => env[name])) return undefined
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  if (platform === 'darwin') return ['open']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** Opens an address without a shell; nothing in it may mean something to `cmd`. After a failure it is still printed. */
export async function openBrowser([name, ...args]: Program, address: string): Promise<void> {
  const { spawn } = await import('node:child_process')
  const opener = spawn(name, [...args, address], { stdio: 'ignore', detached: true, windowsHide: true })
  opener.on('error', () => {})
  opener.unref()
}
