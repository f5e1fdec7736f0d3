// Loaded before a hook: writes the CPU milliseconds of the process, its own alone, at its end.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  require('node:fs').writeFileSync(process.env.CPU_TIME_FILE, String((user + system) / 1000))
})
