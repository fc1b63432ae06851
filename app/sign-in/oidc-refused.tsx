import { type OidcRefusal, oidcRefusals } from '../../contract/people.ts'
import { Notice } from '../ui/notice.tsx'

const words: Record<OidcRefusal, { title: string; hint: string }> = {
  not_set_up: { title: 'Signing in that way is not set up here.', hint: 'Sign in with a password, or ask an admin.' },
  cancelled: { title: 'You were not signed in.', hint: 'The provider says that it was cancelled there. Try again, or use a password.' },
  expired: {
    title: 'That sign-in is no longer open.',
    hint: 'It took too long, was used already, or began in another browser or at another address of this server. Try again from here.',
  },
  email_unverified: {
    title: 'Your e-mail address is not verified at the provider.',
    hint: 'Verify it there, then try again. Until then nobody can tell that it is yours.',
  },
  domain_not_allowed: {
    title: 'Addresses of your domain can not sign in this way.',
    hint: 'Use an account of your organisation, or a password. An admin decides which domains may come in.',
  },
  person_unknown: { title: 'Nobody here has your e-mail address.', hint: 'Ask an admin to invite you, then try again.' },
  provider_unavailable: { title: 'The provider does not answer.', hint: 'Try again in a moment, or use a password.' },
  failed: { title: 'The provider’s answer could not be used.', hint: 'Try again. If it stays, an admin finds the reason in the server log.' },
}

/** Only words of ours are shown: whatever stands in the address, anybody could have put there. */
export function OidcRefused({ refusal }: { refusal: string | null }) {
  const known = oidcRefusals.find((one) => one === refusal)
  return known === undefined ? null : <Notice tone="bad" className="mb-4" {...words[known]} />
}
