import { z } from 'zod'

// Next runs this before any other code of a page. Under our Content Security Policy even zod's probe for eval is a
// violation, and zod looks when the first schema is made, which may be in any module.
z.config({ jitless: true })
