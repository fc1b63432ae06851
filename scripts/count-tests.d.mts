export function countTests(report: string): { passed: number; failed: number }
