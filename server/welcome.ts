import { type FirstAdmin } from './people/make-first-admin.ts'
import { linkUrl } from './people/make-sign-in-link.ts'

/** What a person at the terminal needs next: where to look, how to sign in, how an agent connects. */
export function welcome(baseUrl: string, admin: FirstAdmin, warning: string[] = []): string {
  return [
    '',
    `  Muster is running at ${baseUrl}`,
    '',
    ...signIn(baseUrl, admin),
    ...warning,
    '',
    '  Connect an agent:',
    '    TOKEN=$(npx muster admin token my-agent)',
    `    curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `      -d '{"name":"my first agent"}' ${baseUrl}/api/v1/sessions`,
    '',
  ].join('\n')
}

function signIn(baseUrl: string, admin: FirstAdmin): string[] {
  if (admin.made && admin.linkToken) return ['  Sign in once with this link (it works for 24 hours):', `    ${linkUrl(baseUrl, admin.linkToken)}`]
  if (admin.made) return [`  Sign in as ${admin.email} with the password that you set.`]
  if (!admin.claimed) return ['  Nobody has signed in yet. A new sign-in link: npx muster admin link']
  return ['  Lost your password? A new sign-in link: npx muster admin link']
}
