import { type FastifyBodyParser } from 'fastify'
import { DomainError } from '../../contract/errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** JSON as RFC 8259 has it: in UTF-8, packed in nothing. A byte that is not UTF-8 would be kept as another text than was sent. */
export const readJson =
  (parse: FastifyBodyParser<string>): FastifyBodyParser<Buffer> =>
  (request, body, done) => {
    const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = request.headers
    const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1]
    if (coding.toLowerCase() !== 'identity')
      return done(new DomainError('unsupported_media_type', 'The body is packed, as Content-Encoding says. Send it as it is.'))
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      return done(new DomainError('unsupported_media_type', 'The body is said to be in another charset than UTF-8.'))
    if (body.length === 0) return done(null, undefined)
    let text
    try {
      text = decoder.decode(body)
    } catch {
      return done(new DomainError('invalid_input', 'The body is not valid UTF-8.'))
    }
    void parse(request, text, done)
  }
