import { inRoot, readIfThere } from './project.mjs'

/** What a stage's JSON report says. A file that did not even load counts as one failure. */
export function countTests(report) {
  const text = readIfThere(inRoot(report))
  if (text === undefined) return { passed: 0, failed: 0 }
  const json = JSON.parse(text)
  if (json.stats) return { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected + json.errors.length }
  const unloaded = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: json.numPassedTests, failed: json.numFailedTests + unloaded.length }
}
