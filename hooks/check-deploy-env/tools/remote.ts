import type { Tool } from './tool.ts'

/** Copying to other places. What `remote.ts` reads in more detail is not here. */
export const REMOTE: readonly Tool[] = [
  {
    programs: 'rclone',
    writes: ['copy|copyto|sync'],
    rehearsal: '-n --dry-run',
    operands: 'hint',
    copies: true,
    onlyProtected: true,
  },
  {
    programs: 'rclone',
    writes: ['move|moveto|delete|deletefile|purge|rmdir|bisync'],
    rehearsal: '-n --dry-run',
    operands: 'hint',
    onlyProtected: true,
  },
  {
    programs: 'lftp sftp ftp ncftpput',
    writes: [''],
    valued: '-e -c -u -p -P -b -o -i -F',
    operands: 'hint',
    onlyProtected: true,
    likely: true,
  },
]

/**
 * What only looks, on a machine that somebody has reached over ssh. Everything else there
 * may change it. As `Tool.writes`, with the program in front.
 */
export const REMOTE_READS: readonly string[] = [
  'ls|ll|cat|tac|nl|tail|head|less|more|grep|egrep|fgrep|zgrep|zcat|rg|ag|wc|sort|uniq|cut|tr|jq|yq|column|diff|cmp|comm',
  'df|du|free|uptime|ps|pgrep|top|htop|w|who|whoami|id|groups|last|hostname|uname|arch|nproc|lscpu|lsblk|lsmod|lsof|lspci|vmstat|iostat|mpstat|sar|dmesg|date|cal|timedatectl|hostnamectl',
  'echo|printf|pwd|cd|true|false|test|[|exit|sleep|seq|basename|dirname|readlink|realpath|which|whereis|type|command|stat|file|md5sum|sha1sum|sha256sum|cksum|env|printenv|locale|export|set|read|wait|return|local|declare|shift|break|continue|:',
  'netstat|ss|ip|ifconfig|ping|traceroute|dig|nslookup|host|nc|arp|route',
  'find|fd|tree|awk|sed|curl|wget|openssl',
  'journalctl|getent|getfacl|lsattr|apt-cache',
  'crontab -l',
  'nginx -t|-T|-v|-V',
  'dpkg -l|-L|-s',
  'rpm -q|-qa|-qi|-ql',
  'systemctl status|is-active|is-enabled|is-failed|list-units|list-timers|list-unit-files|show|cat',
  'service * status',
  'supervisorctl status|tail|avail',
  'pm2 list|ls|status|logs|show|describe|info|jlist|prettylist|monit',
  'docker|podman ps|logs|images|inspect|stats|top|info|version|port|diff|events|history|search',
  'docker|podman compose ps|logs|config|images|top|events|version|ls',
  'docker|podman container|image|network|volume|system|service|stack|node ls|list|inspect|logs|stats|top|df|info|ps|events',
  'docker-compose ps|logs|config|images|top|events|version',
  'git status|log|diff|show|branch|rev-parse|describe|remote|ls-files|ls-remote|blame|shortlog|cat-file|config',
  'kubectl|k3s|helm get|describe|logs|top|list|ls|status|history|version|config|explain',
  'node|python|python3|ruby|php|java|npm|pip --version',
]
