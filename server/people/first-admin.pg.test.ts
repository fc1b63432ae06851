import { expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { startServer } from '../../test/server.ts'

const admin = { email: 'ada@example.org', password: 'correct horse battery' }

test('[SEC-3] an admin who is set by environment can sign in as soon as the server says that it is ready', async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const starting = startServer(await createDatabase(), { PORT: port, MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password })
  const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok, () => false)
  while (!(await isReady())) await new Promise((resume) => setImmediate(resume))
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/api/v1/sign-in`, { method: 'POST', headers, body: JSON.stringify(admin) })
  expect(answer.status).toBe(200)
  await starting
})
