import { type Browser, type BrowserContext } from '@playwright/test'

type Violation = { page: string; directive: string; blocked: string; sample: string }

/** Everything that the Content Security Policy of any page stopped, in every context that this browser opens from now on. */
export function watchPolicy(browser: Browser): Violation[] {
  const violations: Violation[] = []
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await report(context, violations)
    return context
  }
  return violations
}

async function report(context: BrowserContext, violations: Violation[]) {
  await context.exposeBinding('policyViolated', (_, violation: Violation) => void violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ documentURI, effectiveDirective, blockedURI, sourceFile, sample }) => {
      const { policyViolated } = window as unknown as { policyViolated: (violation: Violation) => void }
      policyViolated({ page: documentURI, directive: effectiveDirective, blocked: blockedURI, sample: `${sourceFile} ${sample}` })
    })
  })
}
