import type { Rule } from '../../src/hook.ts'

export const rules: readonly Rule[] = [
  { id: 'sudo', what: 'a command as root or administrator: sudo, doas, pkexec, run0, gsudo and their kind' },
  { id: 'su', what: 'a shell or a command as another user: su, calife, runas' },
  {
    id: 'service-manager',
    what: 'a service or a shell as root: systemd-run, machinectl shell, psexec, schtasks, wsl --user root',
  },
  { id: 'run-as', what: 'a program as administrator: Start-Process -Verb RunAs' },
  { id: 'rename', what: 'giving one of them a name that nobody looks for: cp, mv, ln, install, hash' },
  { id: 'inline-code', what: 'code in another language that starts one of them' },
  { id: 'elsewhere', what: 'any of them on another machine or in a container' },
  {
    id: 'unknown-program',
    what: 'a program that is not known before it runs, beside the name of one of them',
  },
  { id: 'unread', what: 'a command that can not be read for certain and names one of them' },
]
