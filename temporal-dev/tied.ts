/**
 * Loaded before each process of the house (`node --import`): when the command that started the house is killed outright,
 * its channel breaks, and the process ends as if it had been asked to.
 */
if (process.env.BOOKMENDER_PARENT === String(process.ppid) && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone must not keep a process alive that has nothing left to do.
  process.channel.unref()
}
