import { type OidcRefusal } from '../../../contract/people.ts'

/** Thrown on the way back from the provider; ends as a page that says why, not as an error of the API. */
export class Refused extends Error {
  readonly refusal: OidcRefusal

  constructor(refusal: OidcRefusal, options?: ErrorOptions) {
    super(`Signing in with the OpenID provider was refused: ${refusal}`, options)
    this.refusal = refusal
  }
}
