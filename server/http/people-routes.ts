import { type FastifyReply, type FastifyRequest } from 'fastify'
import { type InvitedPerson } from '../../contract/people.ts'
import { type Once } from '../idempotency/once.ts'
import { type Auth } from '../people/auth.ts'
import { changePerson } from '../people/change-person.ts'
import { type Answer, type Door } from '../people/door.ts'
import { invitePerson } from '../people/invite-person.ts'
import { listPeople } from '../people/list-people.ts'
import { makePersonLink } from '../people/make-person-link.ts'
import { peekSignInLink } from '../people/peek-sign-in-link.ts'
import { removePerson } from '../people/remove-person.ts'
import { signIn } from '../people/sign-in.ts'
import { signOut } from '../people/sign-out.ts'
import { spendSignInLink } from '../people/spend-sign-in-link.ts'
import { whoAmI } from '../people/who-am-i.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function peopleRoutes(api: Api, auth: Auth, baseUrl: () => string) {
  const door = (request: FastifyRequest): Door => ({ auth, request: { address: request.ip, headers: request.headers } })

  route(api, 'signIn', async (ctx, { body, request, reply }) => withCookies(reply, await signIn(ctx, body, door(request))))
  route(api, 'peekSignInLink', (ctx, { body, request }) => peekSignInLink(ctx, body, door(request)))
  route(api, 'spendSignInLink', async (ctx, { body, request, reply }) =>
    withCookies(reply, await spendSignInLink(ctx, body, door(request))),
  )
  route(api, 'signOut', async (ctx, { request, reply }) => withCookies(reply, await signOut(ctx, door(request))))
  route(api, 'whoAmI', async (ctx) => whoAmI(ctx))

  route(api, 'listPeople', (ctx) => listPeople(ctx))
  const newLink: Pick<Once<InvitedPerson>, 'withoutSecrets' | 'reissue'> = {
    withoutSecrets: ({ person }) => ({ person }),
    reissue: (ctx, { person }) => makePersonLink(ctx, person.id, baseUrl()),
  }
  route(api, 'invitePerson', (ctx, { body }) => invitePerson(ctx, body, baseUrl()), newLink)
  route(api, 'makePersonLink', (ctx, { params }) => makePersonLink(ctx, params.id, baseUrl()), newLink)
  route(api, 'changePerson', (ctx, { params, body }) => changePerson(ctx, params.id, body))
  route(api, 'removePerson', async (ctx, { params }) => {
    await removePerson(ctx, params.id)
    return { done: true }
  })
}

export function withCookies<Body>(reply: FastifyReply, { answer, setCookies }: Answer<Body>): Body {
  for (const cookie of setCookies) reply.header('set-cookie', cookie)
  return answer
}
