import { z } from 'zod'

// Has to run before the first schema is made: under our Content Security Policy even zod's probe for eval is a violation.
z.config({ jitless: true })
