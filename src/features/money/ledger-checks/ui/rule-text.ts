/** A rule of the ledger as a sentence. */
export function ruleText(rule: string): string {
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
