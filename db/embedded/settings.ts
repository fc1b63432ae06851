const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Refused statements are answered to their sender; their values have no place in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

export function settingsFile(more: Record<string, string> = {}) {
  const lines = Object.entries({ ...always, ...more }).map(([name, value]) => `${name} = '${value}'`)
  return `# Written by Muster at every start. Your own settings go below the include in postgresql.conf.\n${lines.join('\n')}\n`
}
