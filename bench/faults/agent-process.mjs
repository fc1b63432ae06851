// An agent in a process of its own: it reserves a thread, says so in a line of JSON, and beats until it is killed.
const { BASE_URL, TOKEN, THREAD, NAME } = process.env
const call = async (path, body) => {
  const response = await fetch(`${BASE_URL}/api/v1${path}`, {
    method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
  })
  return response.json()
}
const answer = await call('/threads/reserve', { workspace: 'soak', thread: THREAD, session: { name: NAME, timeoutMs: 5_000 } })
process.stdout.write(`${JSON.stringify(answer)}\n`)
if (answer.outcome !== 'reserved') process.exit(0)
const { id, token } = answer.reservation
setInterval(() => void call(`/reservations/${id}/heartbeat`, { token }).catch(() => {}), 500)
