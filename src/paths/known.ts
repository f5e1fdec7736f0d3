/**
 * Folders that every machine has, as data. All paths are in our form (see written.ts).
 * The lists do not depend on the machine we run on: a command may be meant for another one.
 */

/** Everything below belongs to the operating system, however deep. */
export const SYSTEM_TREES: readonly string[] = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix',
  '/proc',
  '/run',
  '/sbin',
  '/snap',
  '/sys',
  '/usr/bin',
  '/usr/include',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libexec',
  '/usr/sbin',
  '/usr/share',
  '/System',
  '/Library',
  '/private/etc',
]

/** On a Windows drive, whatever its letter. */
export const WINDOWS_TREES: readonly string[] = [
  'Windows',
  'Program Files',
  'Program Files (x86)',
  'ProgramData',
  'Recovery',
  'System Volume Information',
  '$Recycle.Bin',
]

/** These folders and what lies directly in them; deeper it is somebody's data. */
export const SYSTEM_PARENTS: readonly string[] = [
  '/usr',
  '/usr/local',
  '/usr/local/share',
  '/usr/local/lib',
  '/usr/local/etc',
  '/var',
  '/private',
  '/private/var',
  '/Applications',
  '/cores',
  '/opt/homebrew',
  '/home/linuxbrew',
  // Mount points: each folder in them is the root of a disk.
  '/mnt',
  '/media',
  '/Volumes',
]

/** Folders at the top of the disk that come with a system. Others there may be a project (`/app`). */
export const TOP_FOLDERS: ReadonlySet<string> = new Set(
  'bin boot cores dev etc home lib lib32 lib64 media mnt nix opt private proc root run sbin snap srv sys tmp usr var Applications Library Network System Users Volumes'
    .split(' ')
    .map((name) => `/${name}`),
)

/** Single files and programs of the system that nothing works without. */
export const ESSENTIAL_TREES: readonly string[] = [
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/boot',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/lib64',
  '/System',
]
export const ESSENTIAL_FILES: readonly string[] = [
  '/etc/passwd',
  '/etc/shadow',
  '/etc/group',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/fstab',
  '/etc/hosts',
]

/** Folders whose children are homes. */
export const HOME_PARENTS: readonly string[] = ['/home', '/Users', '/var/home', '/usr/home', '/export/home']

/** In a home, relative to it: folders that hold more than one program's or day's work. */
export const HOME_FOLDERS: readonly string[] = [
  'Applications',
  'Desktop',
  'Documents',
  'Downloads',
  'Movies',
  'Music',
  'Pictures',
  'Public',
  'Sites',
  'Templates',
  'Videos',
  'Library',
  'Library/Application Support',
  'Library/Caches',
  'Library/Containers',
  'Library/Keychains',
  'Library/Mail',
  'Library/Mobile Documents',
  'Library/Preferences',
  'AppData',
  'AppData/Local',
  'AppData/LocalLow',
  'AppData/Roaming',
  'OneDrive',
  'Dropbox',
  'Google Drive',
  'iCloud Drive',
  '.aws',
  '.azure',
  '.cache',
  '.cargo',
  '.claude',
  '.codex',
  '.config',
  '.config/gcloud',
  '.config/git',
  '.config/hookbox',
  '.cursor',
  '.docker',
  '.gemini',
  '.git',
  '.gnupg',
  '.kube',
  '.local',
  '.local/bin',
  '.local/share',
  '.local/state',
  '.mozilla',
  '.openharness',
  '.password-store',
  '.rustup',
  '.ssh',
  '.thunderbird',
  '.vscode',
]

/** In a home: folders of keys, of which no file may go. */
export const CREDENTIALS: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.password-store',
  '.config/gcloud',
]

/** Folders for temporary files. What they hold may go, they themselves not. */
export const TEMP_ROOTS: readonly string[] = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/private/var/tmp',
  '/dev/shm',
  'C:/Windows/Temp',
]

/** Variables that name a temporary folder. */
export const TEMP_VARIABLES: readonly string[] = ['TMPDIR', 'TEMP', 'TMP']
